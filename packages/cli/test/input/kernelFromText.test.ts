import { kernelFromDocument } from "kernelbayes/kernels";
import { expect, test } from "vitest";
import { kernelFromText } from "../../src/input/kernelFromText.ts";

test("kernels are written as names, as expressions or as JSON", () => {
  for (const [text, document] of [
    ["gaussian", { kind: "gaussian" }],
    [" matern( lengthScale = 2.5e-1 ) ", { kind: "matern", lengthScale: 0.25 }],
    ["gaussian(lengthScale=[1, 2], fixed=[])", { kind: "gaussian", lengthScale: [1, 2], fixed: [] }],
    ["sum(scale(gaussian(relevance=each), variance=4), constant)", undefined],
    ['{"kind": "linear"}', { kind: "linear" }],
  ] as const) {
    const found = kernelFromText(text);
    if (document !== undefined) expect(found).toEqual(document);
    expect(() => kernelFromDocument(found)).not.toThrow();
  }
  const nested = kernelFromDocument(kernelFromText("sum(scale(gaussian(relevance=each), variance=4), constant)"));
  expect(nested.parameters.map(({ name }) => name).some((name) => name.endsWith("variance"))).toBe(true);
});

test("what is not a kernel is refused with the place and an example", () => {
  for (const [text, message] of [
    ["", "the name of a kernel expected at the end"],
    ["sum(gaussian", "a comma or a closing parenthesis expected at the end"],
    ["gaussian)", 'nothing more expected before ")"'],
    ["gaussian(lengthScale=)", 'a value expected before ")"'],
    ["gaussian(linear)", "no kernel inside expected"],
    ["scale(linear, constant)", "one kernel inside expected"],
    ['{"kind": ', "this is no JSON"],
  ] as const) {
    expect(() => kernelFromText(text)).toThrow(message);
  }
});
