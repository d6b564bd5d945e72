import { fitSync, iris, linearDiscriminant } from "kernelbayes";
import { encodeDocument } from "kernelbayes/models";
import { formatCsv } from "kernelbayes/table";
import { expect, test } from "vitest";
import { isModelFile } from "../../src/state/isModelFile.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("saved models are known by their content, in both layouts, and tables are not taken for them", () => {
  const document = fitSync(linearDiscriminant(), iris(), { target: "species" }).toDocument();
  expect(isModelFile(bytes(JSON.stringify(document)))).toBe(true);
  expect(isModelFile(bytes(`\n${JSON.stringify(document, undefined, 2)}`))).toBe(true);
  expect(isModelFile(encodeDocument(document))).toBe(true);
  expect(isModelFile(bytes(formatCsv(iris())))).toBe(false);
  expect(isModelFile(bytes("format,class\nkernelbayes-posterior,a\n"))).toBe(false);
  expect(isModelFile(bytes('[{"format": "kernelbayes-posterior"}]'))).toBe(false);
  expect(isModelFile(new Uint8Array(0))).toBe(false);
});
