import { InputError } from "../errors.ts";

/** `JSON.parse` for a document. Files written by some programs begin with a byte order mark, which JSON does not allow. */
export function parseDocument(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError("invalid-document", `The document is not valid JSON: ${(error as Error).message}.`);
  }
}

/** The text of a document that is there as bytes; JSON is always UTF-8. */
export function documentText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError("invalid-document", "The document is neither UTF-8 text nor a safetensors file.");
  }
}
