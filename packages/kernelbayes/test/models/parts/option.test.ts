import { expect, expectTypeOf, test } from "vitest";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import type { Kernel, KernelDocument } from "../../../src/kernels/kernel.ts";
import {
  dependentOption,
  describeOptions,
  option,
  optionsDocument,
  readOptions,
  type Option,
  type OptionSchema,
} from "../../../src/models/parts/option.ts";
import { either, kernelOrDocument, numberWithin, starts, words } from "../../../src/models/parts/optionKinds.ts";

interface Options {
  readonly kernel?: Kernel | KernelDocument;
  readonly cost?: number | "search";
  readonly starts?: readonly number[];
}

const schema = {
  kernel: dependentOption(kernelOrDocument(), "gaussian()", "The kernel."),
  cost: option(either(words("search"), numberWithin({ above: 0 })), "search", "C."),
  starts: option(starts(), [1, 10], "Widths."),
} satisfies OptionSchema<Options>;

test("options that are left out or undefined have their defaults, and settings have the types of their kinds", () => {
  const settings = readOptions("svc", schema, { cost: undefined });
  expect(settings).toEqual({ kernel: undefined, cost: "search", starts: [1, 10] });
  expectTypeOf(settings.kernel).toEqualTypeOf<Kernel | undefined>();
  expectTypeOf(settings.cost).toEqualTypeOf<number | "search">();
});

test("an unknown option and a value of the wrong kind are refused by a message that names what is accepted", () => {
  expect(() => readOptions("svc", schema, { costs: 1 })).toThrow('no option "costs". It has kernel, cost, starts.');
  expect(() => readOptions("svc", schema, { cost: -1 })).toThrow(
    'The option cost of svc must be "search" or a positive number; got -1.',
  );
  expect(() => readOptions("svc", schema, { kernel: "gaussian" })).toThrow("must be a kernel or its document");
});

test("the document has every setting as plain data of its own, but for those that nobody gave and have no fixed default", () => {
  const settings = readOptions("svc", schema, {});
  const document = optionsDocument(schema, settings);
  expect(document).toEqual({ cost: "search", starts: [1, 10] });
  expect(document.starts).not.toBe(settings.starts);
  const kernel = gaussian();
  expect(optionsDocument(schema, readOptions("svc", schema, { kernel })).kernel).toEqual(kernel.toDocument());
});

test("descriptions carry type, choices, bounds and defaults for help texts and forms", () => {
  expect(describeOptions(schema)).toEqual([
    {
      name: "kernel",
      type: "kernel",
      choices: [],
      default: undefined,
      defaultText: "gaussian()",
      values: "a kernel or its document",
      text: "The kernel.",
    },
    {
      name: "cost",
      type: "number",
      choices: ["search"],
      bounds: { above: 0 },
      default: "search",
      defaultText: '"search"',
      values: '"search" or a positive number',
      text: "C.",
    },
    {
      name: "starts",
      type: "numbers",
      choices: [],
      bounds: { above: 0 },
      default: [1, 10],
      defaultText: "[1,10]",
      values: "a list of 1 to 100 positive numbers",
      text: "Widths.",
    },
  ]);
});

test("the compiler refuses a schema that takes fewer words than the interface promises, or more", () => {
  interface Words {
    readonly word?: "a" | "b";
  }
  expectTypeOf<{ word: Option<"a" | "b"> }>().toExtend<OptionSchema<Words>>();
  expectTypeOf<{ word: Option<"a"> }>().not.toExtend<OptionSchema<Words>>();
  expectTypeOf<{ word: Option<"a" | "b" | "c"> }>().not.toExtend<OptionSchema<Words>>();
});
