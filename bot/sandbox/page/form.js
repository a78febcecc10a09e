/** Small dialogs of the page's own, and the modals that the bot opens. */

import { el, freshId, refill, showDialog } from "./dom.js";
import { icon } from "./icons.js";
import { Refused } from "./wire.js";

/**
 * A dialog with fields; `send` gets their values by name and may throw `Refused`, which is shown in it.
 * @param {{title: string, submit: string, note?: string, fields: Array<any>, send: (values: Record<string, string>) => Promise<any>}} form
 */
export function openForm({ title, submit, note, fields, send }) {
  const heading = el("h2", { id: freshId("title") }, title);
  const error = el("div", { class: "failure", role: "alert", hidden: true });
  const button = el(
    "button",
    { type: "submit", class: "button primary" },
    el("span", { class: "button-label" }, submit),
    el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
  );
  const cancel = el("button", { type: "button", class: "button plain", on: { click: () => dialog.close() } }, "Cancel");
  const close = el(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } },
    icon("close"),
  );
  const controls = new Map();
  const rows = fields.map((each) => row(each, controls));
  const form = el(
    "form",
    { novalidate: true },
    el("header", { class: "dialog-head" }, heading, close),
    el("div", { class: "dialog-body" }, note && el("p", { class: "dialog-note" }, note), rows, error),
    el("footer", { class: "dialog-foot" }, cancel, button),
  );
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": heading.id }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = [...controls.values()].find((each) => !check(each));
    if (wrong || button.classList.contains("waiting")) {
      wrong?.focus();
      return;
    }
    error.hidden = true;
    button.classList.add("waiting");
    try {
      await send(Object.fromEntries([...controls].map(([name, each]) => [name, each.value])));
      dialog.close();
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      error.textContent = refusal.message;
      error.hidden = false;
    } finally {
      button.classList.remove("waiting");
    }
  });
  showDialog(dialog);
  [...controls.values()][0]?.focus();
  return dialog;
}

/** A field with its label; without a name it is a text that stands between them. */
function row(field, controls) {
  if (!field.name) return el("p", { class: "dialog-note" }, field.text);
  const id = freshId("field");
  const control = input(field, id);
  controls.set(field.name, control);
  const count = field.maxLength && field.paragraph && el("span", { class: "count" });
  if (count) {
    const tell = () => refill(count, `${control.value.length}/${field.maxLength}`);
    control.addEventListener("input", tell);
    tell();
  }
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, field.label, field.required && el("span", { class: "star", title: "required" }, " *")),
    field.description && el("p", { class: "field-note" }, field.description),
    control,
    el("div", { class: "field-foot" }, el("span", { class: "field-error", id: `${id}-error` }), count),
  );
}

function input(field, id) {
  if (field.options) {
    const options = field.options.map(([value, label]) =>
      el("option", { value, selected: value === field.value }, label),
    );
    return el("select", { id, class: "input" }, options);
  }
  const common = {
    id,
    class: "input",
    required: field.required,
    maxlength: field.maxLength,
    minlength: field.minLength,
    placeholder: field.placeholder,
    value: field.value ?? "",
    "aria-describedby": `${id}-error`,
  };
  return field.paragraph
    ? el("textarea", { ...common, rows: 4 })
    : el("input", { ...common, type: field.type ?? "text", autocomplete: "off" });
}

/** Says what is wrong with a field, if anything is. */
function check(control) {
  const length = control.value.length;
  let wrong = "";
  if (control.required && !control.value.trim()) wrong = "This is required.";
  else if (length && control.minLength > 0 && length < control.minLength)
    wrong = `At least ${control.minLength} characters.`;
  else if (control.validity && !control.validity.valid) wrong = control.validationMessage;
  control.setAttribute("aria-invalid", String(Boolean(wrong)));
  const error = control.parentElement.querySelector(".field-error");
  if (error) error.textContent = wrong;
  return !wrong;
}
