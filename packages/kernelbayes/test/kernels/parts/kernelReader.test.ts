import { describe, expect, test } from "vitest";
import { gaussian, kernelFromDocument, kernelReader, kernels, type KernelMember } from "../../../src/kernels/index.ts";
import { thrown } from "../../thrown.ts";

const inner = { kind: "gaussian" };

describe("a kernel is read", () => {
  test("from the shortest document with the defaults of its member", () => {
    expect(kernelFromDocument({ kind: "gaussian" }).toDocument()).toEqual(gaussian().toDocument());
  });

  test("from a document without prototype", () => {
    const document: object = Object.assign(Object.create(null), { kind: "matern", smoothness: 0.5 });
    expect(kernelFromDocument(document).toDocument()["smoothness"]).toBe(0.5);
  });

  test("with nested kernels and all options", () => {
    const document = {
      kind: "sum",
      terms: [
        {
          kind: "scale",
          kernel: { kind: "l1", weight: [1, 2], relevance: "each", groups: [0, 0, 1], fixed: ["weight"] },
          variance: 3,
          fixed: [],
        },
        { kind: "columns", columns: [1], kernel: { kind: "polynomial", degree: 3, scale: 2, offset: 0, fixed: [] } },
      ],
    };
    expect(kernelFromDocument(document).toDocument()).toEqual(document);
  });

  test("by a catalogue of one's own", () => {
    const plain: KernelMember = { description: "Mine.", parameters: [], options: [], create: () => gaussian() };
    expect(kernelReader({ ...kernels, mine: plain })({ kind: "mine" }).kind).toBe("gaussian");
  });
});

describe("a document is refused", () => {
  test.each<[string, unknown, string]>([
    ["that is no object", 3, "The kernel document must be an object with a kind; got 3."],
    ["that is null", null, "got null"],
    ["that is a list", [], "got an array of length 0"],
    ["that is text", "gaussian", 'got "gaussian"'],
    ["without kind", {}, "has no kind; known are: gaussian, matern"],
    ["of an unknown kind", { kind: "gauss" }, 'has the unknown kind "gauss"'],
    ["of kind __proto__", { kind: "__proto__" }, 'has the unknown kind "__proto__"'],
    ["of kind constructor", { kind: "constructor" }, 'has the unknown kind "constructor"'],
    ["of kind toString", { kind: "toString" }, 'has the unknown kind "toString"'],
    ["whose kind is no text", { kind: ["gaussian"] }, "has the unknown kind an array of length 1"],
    ["whose kind is inherited", Object.create({ kind: "gaussian" }), "has no kind"],
    [
      "with an unknown option",
      { kind: "gaussian", lengthscale: 2 },
      'has "lengthscale", which a gaussian kernel does not know',
    ],
    ["with the option __proto__", JSON.parse('{"kind":"gaussian","__proto__":{"lengthScale":2}}'), 'has "__proto__"'],
    ["with the option constructor", { kind: "linear", constructor: 1 }, 'has "constructor"'],
    [
      "with text for a number",
      { kind: "gaussian", lengthScale: "2" },
      'lengthScale of the kernel document must be a finite number; got "2"',
    ],
    [
      "with an endless number",
      { kind: "constant", variance: Infinity },
      "variance of the kernel document must be a finite number; got Infinity",
    ],
    [
      "with text in a list",
      { kind: "l1", weight: [1, "2"] },
      'weight[1] of the kernel document must be a finite number; got "2"',
    ],
    [
      "with a list for one number",
      { kind: "constant", variance: [1] },
      "must be a finite number; got an array of length 1",
    ],
    ["with an object for a list", { kind: "l1", weight: { length: 2 } }, "must be a finite number; got an object"],
    [
      "with a hole in a list",
      { kind: "l1", weight: new Array(2) },
      "weight[0] of the kernel document must be a finite number; got undefined",
    ],
    [
      "with a negative number",
      { kind: "gaussian", lengthScale: -2 },
      "The kernel document: lengthScale must be greater than 0; got -2.",
    ],
    [
      "with a choice there is not",
      { kind: "matern", smoothness: 2 },
      "smoothness of the kernel document must be one of 0.5, 1.5, 2.5; got 2",
    ],
    [
      "with a broken degree",
      { kind: "polynomial", degree: 1.5 },
      "degree of the kernel document must be a whole number from 0; got 1.5",
    ],
    [
      "with a degree in text",
      { kind: "polynomial", degree: "2" },
      "degree of the kernel document must be a whole number",
    ],
    [
      "with too high a degree",
      { kind: "polynomial", degree: 99 },
      "degree must be a whole number from 1 to 20; got 99",
    ],
    [
      "with negative groups",
      { kind: "l1", relevance: "each", groups: [-1] },
      "groups[0] of the kernel document must be a whole number",
    ],
    [
      "with one name for a list",
      { kind: "l1", fixed: "weight" },
      'fixed of the kernel document must be a list; got "weight"',
    ],
    ["with a number for a name", { kind: "l1", fixed: [1] }, "fixed[0] of the kernel document must be a name; got 1"],
    ["with an unknown name", { kind: "l1", fixed: ["w"] }, 'fixed names "w"'],
    ["without what it needs", { kind: "scale", variance: 1 }, "lacks kernel, which a scale kernel needs"],
    ["with a bad kernel inside", { kind: "scale", kernel: 1 }, "kernel of the kernel document must be an object"],
    [
      "with a bad term",
      { kind: "sum", terms: [inner, { kind: "x" }] },
      'terms[1] of the kernel document has the unknown kind "x"',
    ],
    [
      "with a bad number deep inside",
      { kind: "sum", terms: [{ kind: "scale", kernel: { kind: "l1", weight: -1 } }] },
      "terms[0].kernel of the kernel document: weight must be",
    ],
    ["with terms that are no list", { kind: "sum", terms: inner }, "terms of the kernel document must be a list"],
    ["of a sum of nothing", { kind: "sum", terms: [] }, "A sum of kernels needs at least one kernel"],
    [
      "of a broken Gram matrix",
      { kind: "precomputed", gram: [[1, "2"]] },
      "gram[0][1] of the kernel document must be a finite number",
    ],
    ["of a Gram matrix without rows of one length", { kind: "precomputed", gram: [[1, 2]] }, "gram must be square"],
  ])("%s", (_title, document, message) => {
    const error = thrown(() => kernelFromDocument(document));
    expect(error.code).toBe("invalid-document");
    expect(error.message).toContain(message);
  });

  test("that is nested deeper than sixteen kernels", () => {
    const nest = (depth: number): unknown => (depth === 1 ? inner : { kind: "scale", kernel: nest(depth - 1) });
    expect(kernelFromDocument(nest(16)).parameters).toHaveLength(16);
    expect(thrown(() => kernelFromDocument(nest(17))).message).toContain("nested more than 16 kernels deep");
  });

  test("that contains itself", () => {
    const endless: Record<string, unknown> = { kind: "scale" };
    endless["kernel"] = endless;
    expect(thrown(() => kernelFromDocument(endless)).code).toBe("invalid-document");
  });

  test("that unfolds into more than a thousand kernels", () => {
    let document: unknown = inner;
    for (let depth = 0; depth < 12; depth++) document = { kind: "sum", terms: [document, document] };
    expect(thrown(() => kernelFromDocument(document)).message).toContain("more than 1000 kernels");
  });
});

test("an error that is no fault of the document is passed on as it is", () => {
  const create = (): never => {
    throw new TypeError("A fault of the member.");
  };
  const read = kernelReader({ mine: { description: "Mine.", parameters: [], options: [], create } });
  expect(() => read({ kind: "mine" })).toThrow(TypeError);
});

test("reading changes neither the document nor the prototype of objects", () => {
  const document = { kind: "sum", terms: [{ kind: "l1", weight: [1, 2] }] };
  const text = JSON.stringify(document);
  kernelFromDocument(document);
  expect(JSON.stringify(document)).toBe(text);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
