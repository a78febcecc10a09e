/** The modals that the bot opens, each only in the window that asked for it. */

import { openForm } from "./form.js";
import { act, Refused } from "./wire.js";

const TEXT_INPUT = 4;
const STRING_SELECT = 3;
const PARAGRAPH = 2;
const WAIT = 5000;

export class Modals {
  /** @param {import("./world.js").World} world */
  constructor(world) {
    this.world = world;
    this.mine = new Set();
    this.opened = new Set();
    world.addEventListener("mine", (event) => {
      this.mine.add(event.detail.interaction);
      this.look();
    });
    world.addEventListener("interaction", () => this.look());
    world.addEventListener("sight", () => this.mine.clear());
  }

  look() {
    for (const each of this.world.interactions.values()) {
      if (each.state === "modal" && each.modal && this.mine.has(each.id) && !this.opened.has(each.id)) {
        this.opened.add(each.id);
        this.open(each);
      }
    }
  }

  open(interaction) {
    const person = this.world.me.id;
    openForm({
      title: interaction.modal.title,
      submit: "Submit",
      fields: interaction.modal.components.map((each) => field(each)),
      send: async (values) => {
        const sent = await act(person, "submit", { interaction: interaction.id, values });
        this.mine.add(sent.interaction);
        await this.settled(sent.interaction);
      },
    });
  }

  /** Waits for the answer to what was sent in. */
  settled(id) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const state = this.world.interactions.get(id)?.state;
        if (!state || state === "waiting") return;
        done();
        if (state === "failed") reject(new Refused("Something went wrong. Try again."));
        else resolve();
      };
      const timer = setTimeout(() => {
        done();
        reject(new Refused("Something went wrong. Try again."));
      }, WAIT);
      const done = () => {
        clearTimeout(timer);
        this.world.removeEventListener("interaction", look);
      };
      this.world.addEventListener("interaction", look);
      look();
    });
  }
}

/** A row of the modal as a field of the form. */
function field(row) {
  if (row.content) return { text: row.content };
  const part = row.component ?? row.components[0];
  const common = {
    name: part.custom_id,
    label: row.label ?? part.label,
    description: row.description,
    required: part.required,
    value: part.value,
  };
  if (part.type === STRING_SELECT) return { ...common, options: part.options.map((each) => [each.value, each.label]) };
  if (part.type !== TEXT_INPUT) return { text: "(The sandbox's page cannot show this input.)" };
  return {
    ...common,
    paragraph: part.style === PARAGRAPH,
    placeholder: part.placeholder,
    minLength: part.min_length || null,
    maxLength: part.max_length,
  };
}
