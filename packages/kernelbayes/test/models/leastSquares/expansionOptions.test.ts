import { expect, test } from "vitest";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { readExpansionOptions } from "../../../src/models/leastSquares/expansionOptions.ts";
import { models } from "../../../src/models/index.ts";
import { thrown } from "../../thrown.ts";

const kernel = gaussian();

test.each<[string, "orkfd" | "krr" | "lssvm", Record<string, unknown>]>([
  ["search", "lssvm", { search: "slow" }],
  ["bias", "krr", { bias: "fixed" }],
  ["regularization", "krr", { regularization: 0 }],
  ["regularization", "orkfd", { regularization: Number.NaN }],
  ["criterion", "orkfd", { criterion: "accuracy" }],
  ["sharpness", "orkfd", { sharpness: -1 }],
  ["decision", "lssvm", { decision: "vote" }],
  ["boundary", "orkfd", { boundary: "middle" }],
  ["targets", "orkfd", { targets: "labels" }],
  ["recodeTargets", "orkfd", { recodeTargets: true, targets: "signs" }],
  ["recodeTargets", "orkfd", { recodeTargets: "yes" }],
  ["regularizations", "orkfd", { regularizations: "all" }],
  ['regularizations: "averaged"', "orkfd", { regularizations: "averaged", regularization: 1 }],
  ['regularizations: "averaged"', "orkfd", { regularizations: "averaged", criterion: "press" }],
  ['regularizations: "averaged"', "lssvm", { regularizations: "averaged", kernel }],
  ['regularizations: "averaged"', "orkfd", { regularizations: "averaged", basis: "random" }],
  ["kernelSearch", "krr", { kernel, kernelSearch: "grid" }],
  ["basis", "krr", { kernel, basis: "some" }],
  ["basisSize", "krr", { kernel, basis: "random", basisSize: 0 }],
  ["basisSize", "krr", { kernel, basisSize: 20 }],
  ['search: "fast"', "krr", { kernel, search: "fast" }],
  ['kernelSearch: "none"', "krr", { kernelSearch: "none" }],
  ['kernelSearch: "gradient"', "orkfd", { kernel, kernelSearch: "gradient" }],
  ['kernelSearch: "gradient"', "krr", { kernel, kernelSearch: "gradient", basis: "random" }],
])("a wrong %s of %s is refused (%o)", (option, name, options) => {
  const error = thrown(() => models[name].create(options));
  expect(error).toMatchObject({ code: "invalid-option" });
  expect((error as Error).message).toContain(`option ${option}`);
  expect((error as Error).message).toContain(name);
});

test("options of the relatives are unknown where they would make another model", () => {
  for (const [name, options] of [
    ["lssvm", { bias: "none" }],
    ["lssvm", { recodeTargets: true }],
    ["krr", { boundary: "midpoint" }],
    ["krr", { targets: "fisher" }],
  ] as const) {
    expect(thrown(() => models[name].create(options))).toMatchObject({ code: "unknown-option" });
  }
  expect(thrown(() => models.krr.create({ kernel: { kind: "unknown" } }))).toMatchObject({ code: "invalid-document" });
});

test("documents say what is not as usual, and give the model back", () => {
  const options = { kernel, basis: "greedy", basisSize: 50, criterion: "error", sharpness: 4, decision: "sign" };
  const document = models.orkfd.create({ ...options, bias: "none", recodeTargets: true }).toDocument();
  expect(document).toEqual({
    name: "orkfd",
    search: "auto",
    ...options,
    kernel: kernel.toDocument(),
    kernelSearch: "none",
    bias: "none",
    recodeTargets: true,
  });
  const { name: _, ...given } = document;
  expect(models.orkfd.create(given).toDocument()).toEqual(document);
});

test.each<["orkfd" | "krr" | "lssvm", Record<string, unknown>, "averaged" | "best"]>([
  ["orkfd", {}, "averaged"],
  ["orkfd", { search: "fast" }, "averaged"],
  ["orkfd", { regularizations: "best" }, "best"],
  ["orkfd", { criterion: "error" }, "best"],
  ["orkfd", { regularization: 1 }, "best"],
  ["orkfd", { kernel }, "best"],
  ["lssvm", {}, "best"],
  ["lssvm", { regularizations: "averaged" }, "averaged"],
  ["krr", {}, "best"],
])("%s with %o is %s, and its document says so where it is not as usual", (name, options, expected) => {
  expect(readExpansionOptions(name, options).regularizations).toBe(expected);
  const { name: _, ...document } = models[name].create(options).toDocument();
  expect("regularizations" in document).toBe("regularizations" in options);
  expect(readExpansionOptions(name, document).regularizations).toBe(expected);
});
