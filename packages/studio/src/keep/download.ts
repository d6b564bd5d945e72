import type { Artefact } from "../data/calls.ts";

/** Hands a file to the browser, which keeps it where it keeps downloads. */
export function download({ name, type, content }: Artefact): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the address over before the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
