import { expect, test } from "vitest";
import { documentText, parseDocument } from "../../src/posterior/parseDocument.ts";
import { thrown } from "../thrown.ts";

test("JSON is parsed, with or without a byte order mark", () => {
  expect(parseDocument('{"a": 1}')).toEqual({ a: 1 });
  expect(parseDocument('\uFEFF{"a": 1}')).toEqual({ a: 1 });
  expect(parseDocument(documentText(new TextEncoder().encode('\uFEFF{"é": 1}')))).toEqual({ é: 1 });
});

test("what is no JSON, or no text, is refused", () => {
  expect(thrown(() => parseDocument("{")).message).toContain("not valid JSON");
  expect(thrown(() => documentText(Uint8Array.of(0x7b, 0xff)))).toMatchObject({
    code: "invalid-document",
    message: "The document is neither UTF-8 text nor a safetensors file.",
  });
});
