import { expect, expectTypeOf, test } from "vitest";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { type KernelChoice, type KernelSetting, kernelOfAnyForm } from "../../../src/models/parts/kernelOption.ts";
import {
  dependentOption,
  describeOptions,
  option,
  optionsDocument,
  readModelOptions,
  readOptions,
  type Option,
  type OptionSchema,
  checkOptions,
  invalidOption,
} from "../../../src/models/parts/option.ts";
import { either, numberWithin, starts, words } from "../../../src/models/parts/optionKinds.ts";
import { InputError } from "../../../src/errors.ts";

interface Options {
  readonly kernel?: KernelChoice;
  readonly width?: number | "auto";
  readonly starts?: readonly number[];
}

const schema = {
  kernel: dependentOption(kernelOfAnyForm(), "gaussian()", "The kernel."),
  width: option(either(words("auto"), numberWithin({ above: 0 })), "auto", "A width."),
  starts: option(starts(), [1, 10], "Widths."),
} satisfies OptionSchema<Options>;

test("options that are left out or undefined have their defaults, and settings have the types of their kinds", () => {
  const settings = readOptions("svc", schema, { width: undefined });
  expect(settings).toEqual({ kernel: undefined, width: "auto", starts: [1, 10] });
  expectTypeOf(settings.kernel).toEqualTypeOf<KernelSetting | undefined>();
  expectTypeOf(settings.width).toEqualTypeOf<number | "auto">();
});

test("an unknown option and a value of the wrong kind are refused by a message that names what is accepted", () => {
  expect(() => readOptions("svc", schema, { widths: 1 })).toThrow('no option "widths". It has kernel, width, starts.');
  expect(() => readOptions("svc", schema, { width: -1 })).toThrow(
    'The option width of svc must be "auto" or a positive number; got -1.',
  );
  expect(() => readOptions("svc", schema, { kernel: 3 })).toThrow("must be a kernel, its document or the name of");
});

test("the document has every setting as plain data of its own, but for those that nobody gave and have no fixed default", () => {
  const settings = readOptions("svc", schema, {});
  const document = optionsDocument(schema, settings);
  expect(document).toEqual({ width: "auto", starts: [1, 10] });
  expect(document.starts).not.toBe(settings.starts);
  const kernel = gaussian();
  expect(optionsDocument(schema, readOptions("svc", schema, { kernel })).kernel).toEqual(kernel.toDocument());
});

test("a model is identified by its name, the document of its settings and its former words", () => {
  const renamings = [{ option: "wide", now: (width: unknown) => ({ width }) }];
  const { settings, identity } = readModelOptions("svc", schema, { width: 2 }, renamings);
  expect(settings).toEqual(readOptions("svc", schema, { width: 2 }));
  expect(identity.name).toBe("svc");
  expect(identity.toDocument()).toEqual({ name: "svc", width: 2, starts: [1, 10] });
  expect(identity.renamings).toBe(renamings);
  expect(() => readModelOptions("svc", schema, { wide: 2 }, renamings)).toThrow("Write width: 2");
});

test("descriptions carry type, choices, bounds and defaults for help texts and forms", () => {
  expect(describeOptions(schema)).toEqual([
    {
      name: "kernel",
      type: "kernel",
      choices: [],
      default: undefined,
      defaultText: "gaussian()",
      values:
        "a kernel, its document or the name of a kernel that needs no arguments " +
        "(gaussian, matern, l1, rationalQuadratic, linear, polynomial, spline, constant, hamming, nugget, composite)",
      text: "The kernel.",
    },
    {
      name: "width",
      type: "number",
      choices: ["auto"],
      bounds: { above: 0 },
      default: "auto",
      defaultText: '"auto"',
      values: '"auto" or a positive number',
      text: "A width.",
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

test("an option that a model does not have is refused by name, and those it has are listed", () => {
  expect(() => checkOptions("lda", { shrinkage: 1 }, ["shrinkage"])).not.toThrow();
  expect(() => checkOptions("lda", { shrinkige: 1 }, ["shrinkage"])).toThrow(/"shrinkige".*shrinkage/);
  expect(() => checkOptions("rda", { shrinkage: 1 }, [])).toThrow("none");
  expect(() => checkOptions("rda", JSON.parse('{"__proto__": 1}') as object, [])).toThrow(InputError);
});

test("options that are no object are refused", () => {
  for (const junk of [null, 3, "fast", [1]]) {
    expect(() => checkOptions("lda", junk as object, ["shrinkage"])).toThrow(
      "The options of lda must be an object; got",
    );
  }
});

test("a long value is cut in the message", () => {
  const { message } = invalidOption(
    "lda",
    "shrinkage",
    "a number",
    Array.from({ length: 1000 }, () => 0),
  );
  expect(message.length).toBeLessThan(130);
  expect(message).toMatch(/^The option shrinkage of lda must be a number; got \[0,0,.*…\.$/);
});
