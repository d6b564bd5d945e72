import { InputError } from "../errors.ts";
import { oneOf, ownValue, wholeNumber } from "../codec.ts";
import { documentFormat, newestVersion } from "./posterior.ts";

/** Refuses what is no document of a posterior, and one of a later version with the advice to update. */
export function checkVersion(document: Readonly<Record<string, unknown>>): void {
  oneOf(documentFormat).read(ownValue(document, "format"), "document.format");
  const found = wholeNumber(1).read(ownValue(document, "version"), "document.version");
  if (found > newestVersion) {
    throw new InputError(
      "newer-document",
      `The document has version ${found}; this library reads versions up to ${newestVersion}.`,
      {},
      "Update kernelbayes to read it.",
    );
  }
}
