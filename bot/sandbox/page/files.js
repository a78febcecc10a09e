/** Files for a command: those of this conversation, or one of this computer. */

import { el } from "./dom.js";

/** The entries of the list; the last one opens the computer's own choice of files. */
export function files({ channel }) {
  const seen = [...channel.messages.values()].flatMap((message) => message.attachments);
  const found = seen.map((each) => ({ id: each.id, label: each.filename, value: each.id }));
  return [...found.reverse(), { id: "upload", label: "A file of this computer…", upload: fromComputer }];
}

/** Lets a file be chosen, and hands it on as an entry whose value is the file itself. */
function fromComputer(take) {
  const input = el("input", { type: "file" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) take({ label: file.name, value: { name: file.name, content: await encoded(file) } });
  });
  input.click();
}

/** A file's bytes in base 64. */
async function encoded(file) {
  const url = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}
