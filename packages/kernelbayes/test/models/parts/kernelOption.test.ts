import { describe, expect, test } from "vitest";
import { twoClouds } from "../../../src/data/index.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { constant, kernels, matern, nugget, scale, sum, type KernelName } from "../../../src/kernels/index.ts";
import type { Kernel } from "../../../src/kernels/kernel.ts";
import { modelFromDocument, models, type ModelName } from "../../../src/models/index.ts";
import { chosenKernel, kernelOption, plainKernelNames } from "../../../src/models/parts/kernelOption.ts";

const plain = [
  "gaussian",
  "matern",
  "l1",
  "rationalQuadratic",
  "linear",
  "polynomial",
  "spline",
  "constant",
  "hamming",
  "nugget",
  "composite",
] as const;

test("the kernels that need no arguments, and no others, are taken by name", () => {
  expect(plainKernelNames()).toEqual(plain);
  expect(kernelOption("cubic" as never)).toBeUndefined();
  for (const name of Object.keys(kernels) as KernelName[]) {
    if ((plain as readonly string[]).includes(name)) {
      expect(kernelOption(name as (typeof plain)[number])).toBe(name);
    } else {
      expect(() => kernelOption(name as (typeof plain)[number])).toThrow(`which a ${name} kernel needs`);
    }
  }
});

test("gaussian names the default, another name is that kernel with its default parameters", () => {
  expect(chosenKernel(undefined)).toBeUndefined();
  expect(chosenKernel("gaussian")).toBeUndefined();
  expect(chosenKernel("matern")?.toDocument()).toEqual(matern().toDocument());
  const around = (kernel: Kernel): Kernel => sum(scale(kernel), nugget());
  expect(chosenKernel("matern", around)?.toDocument()).toEqual(around(matern()).toDocument());
  const kernel = matern();
  expect(chosenKernel(kernel, around)).toBe(kernel);
});

const withKernels = (Object.keys(models) as ModelName[]).filter((model) =>
  models[model].options.some(({ name }) => name === "kernel"),
);

/** What models put around a kernel that is named. */
const wrapped: Partial<Record<ModelName, (kernel: Kernel) => Kernel>> = {
  gpc: (kernel) => sum(scale(kernel), constant()),
  btsvc: (kernel) => sum(scale(kernel), constant()),
  bfd: (kernel) => sum(scale(kernel), nugget()),
};

describe.each(withKernels)("the option kernel of %s", (model) => {
  const table = twoClouds({ rows: 30, seed: 4 });
  const target = table.columns.at(-1)?.name ?? "";
  // A bandwidth belongs to the gaussian kernel alone.
  const { bandwidth: _, ...quick } = models[model].quick ?? {};
  const predicted = (options: Readonly<Record<string, unknown>>) => {
    const posterior = fitSync(models[model].create({ ...quick, ...options }), table, { target, seed: 2 });
    return posterior.predict(table).probabilities.data;
  };

  test("takes a name, which its document keeps", () => {
    const document = models[model].create({ kernel: "matern" }).toDocument();
    expect(document.kernel).toBe("matern");
    expect(modelFromDocument(document).toDocument()).toEqual(document);
    expect(() => models[model].create({ kernel: "scale" })).toThrow("a scale kernel needs");
  });

  test("by the name gaussian is the default", () => {
    expect(predicted({ kernel: "gaussian" })).toEqual(predicted({}));
  });

  test("by another name is that kernel, in what the model puts around its default kernel", () => {
    const around = wrapped[model] ?? ((kernel: Kernel) => kernel);
    expect(predicted({ kernel: "matern" })).toEqual(predicted({ kernel: around(matern()) }));
  });
});
