import { describe, expect, test } from "vitest";
import { chuOne } from "../../../src/data/chuOne.ts";
import { twoSpirals } from "../../../src/data/twoSpirals.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { gaussian, linear, scale } from "../../../src/kernels/index.ts";
import { bayesianTrigonometric, type BayesianTrigonometricOptions } from "../../../src/models/process/btsvc.ts";
import type { Posterior } from "../../../src/posterior/posterior.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { tableFromColumns } from "../../../src/table/table.ts";

interface Parameters {
  readonly members: readonly {
    readonly kernel: {
      readonly terms: readonly [
        { readonly variance: number; readonly kernel: { readonly lengthScale: number } },
        { readonly variance: number },
      ];
    };
    readonly active: readonly number[];
    readonly weight: number;
  }[];
  readonly optima: readonly { readonly logEvidence?: number; readonly kernel?: readonly number[] }[];
  readonly relevance?: readonly number[];
}

function fitted(seed: number, outlier: boolean, options: BayesianTrigonometricOptions): Posterior {
  return fitSync(bayesianTrigonometric(options), chuOne({ seed, outlier }), { target: "class" });
}

function parametersOf(posterior: Posterior): Parameters {
  return posterior.toDocument().parameters as Parameters;
}

describe("options", () => {
  test.each<[string, Record<string, unknown>]>([
    ["starts", { starts: [] }],
    ["ard", { ard: 1 }],
    ["ard", { ard: true, kernel: gaussian() }],
    ["inference", { inference: "variational" }],
    ["committee", { committee: "all" }],
    ["committee", { committee: true, hyperparameters: "sampled" }],
    ["hyperparameters", { hyperparameters: "drawn" }],
    ["polish", { polish: "yes" }],
    ["refine", { refine: 2 }],
    ["refine", { inference: "laplace", solver: "sequential", refine: true }],
    ["solver", { solver: "sequential" }],
    ["hyperparameters", { inference: "laplace", solver: "sequential", hyperparameters: "sampled" }],
    ["calibration", { calibration: "isotonic" }],
  ])("%s is refused: %o", (name, options) => {
    expect(() => bayesianTrigonometric(options)).toThrow(`The option ${name} of btsvc`);
  });
});

test("an outlier lowers the variance, shortens the length scale, and is the least probable of its class", () => {
  // The paper's simulation, for two seeds; the directions, not the numbers.
  for (const seed of [1, 2]) {
    const [without, within] = [false, true].map((outlier) => fitted(seed, outlier, {}));
    const [{ kernel: clean }] = parametersOf(without).members;
    const [{ kernel: disturbed }] = parametersOf(within).members;
    expect(disturbed.terms[0].variance).toBeLessThan(clean.terms[0].variance);
    expect(disturbed.terms[0].kernel.lengthScale).toBeLessThan(clean.terms[0].kernel.lengthScale);
    const table = chuOne({ seed, outlier: true });
    const { probabilities } = within.predict(table);
    // The first fifty rows are positive, the others, the outlier last, negative.
    const own = Array.from({ length: 101 }, (_, row) => {
      const label = row < 50 ? "positive" : "negative";
      return probabilities.data[2 * row + within.classes.indexOf(label)];
    });
    expect(own.indexOf(Math.min(...own))).toBe(100);
  }
});

test("by Laplace's method every start reports its evidence, the best is used, and its support alone is kept", () => {
  const posterior = fitted(1, false, { inference: "laplace" });
  const { members, optima } = parametersOf(posterior);
  expect(optima).toHaveLength(5);
  // The same mode, found from another beginning.
  expect(posterior.evidence).toBeCloseTo(Math.max(...optima.map(({ logEvidence }) => logEvidence ?? -Infinity)), 9);
  expect(members[0].active.length).toBeLessThan(60);
});

test("classes that are woven into each other are found by the narrow start, not taken for one cloud", () => {
  const posterior = fitSync(bayesianTrigonometric(), twoSpirals(), { target: "class" });
  // A constant has −194 ln 2 = −134.5.
  expect(posterior.evidence).toBeGreaterThan(-110);
});

test("a committee has one member for each different optimum, with weights by evidence or equal ones", () => {
  const { members, optima } = parametersOf(fitted(1, false, { inference: "laplace", committee: true }));
  const evidence = optima.map(({ logEvidence }) => logEvidence ?? -Infinity);
  expect(members.length).toBeGreaterThan(1);
  expect(members.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  // The heaviest member is the best optimum.
  const heaviest = members.reduce((best, member) => (member.weight > best.weight ? member : best));
  const best = optima[evidence.indexOf(Math.max(...evidence))];
  expect(heaviest.kernel.terms[0].variance).toBe(best.kernel?.[0]);
  const equal = parametersOf(fitted(1, false, { inference: "laplace", committee: "equal" })).members;
  equal.forEach(({ weight }) => expect(weight).toBeCloseTo(1 / equal.length, 12));
});

test("sampled kernels are sixteen members of equal weight, the same for the same seed", () => {
  const options = { inference: "laplace", hyperparameters: "sampled" } as const;
  const first = parametersOf(fitted(1, false, options)).members;
  expect(first).toHaveLength(16);
  expect(new Set(first.map(({ kernel }) => kernel.terms[0].variance)).size).toBeGreaterThan(10);
  expect(parametersOf(fitted(1, false, options)).members).toEqual(first);
});

test("refined leave-one-out differs where first order fails, and nowhere else", () => {
  const [plain, refined] = [false, true].map((refine) => fitted(2, true, { refine, calibration: "none" }).leaveOneOut);
  if (!plain || !refined) throw new Error("both have leave-one-out");
  const changed = Array.from(plain.logProbabilities.data.keys()).filter(
    (at) => plain.logProbabilities.data[at] !== refined.logProbabilities.data[at],
  );
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.length).toBeLessThanOrEqual(20);
});

test("expectation propagation can take the kernel that Laplace's method has chosen", () => {
  const [laplace, after] = (["laplace", "ep-after-laplace"] as const).map((inference) =>
    fitted(1, true, { inference, starts: [10] }),
  );
  expect(parametersOf(after).members[0].kernel).toEqual(parametersOf(laplace).members[0].kernel);
  // All rows carry sites, and the evidence is that of the method that predicts.
  expect(parametersOf(after).members[0].active).toHaveLength(101);
  expect(Math.abs((after.evidence ?? 0) - (laplace.evidence ?? 0))).toBeGreaterThan(0.01);
});

test("the sequential solver comes to the same function as Newton steps", () => {
  const [newton, sequential] = (["newton", "sequential"] as const).map((solver) =>
    fitted(3, true, { inference: "laplace", solver, starts: [10] }),
  );
  expect(sequential.evidence).toBeCloseTo(newton.evidence ?? 0, 7);
  const table = chuOne({ seed: 4 });
  const [one, other] = [newton, sequential].map((posterior) => posterior.predict(table).probabilities.data);
  one.forEach((probability, at) => expect(other[at]).toBeCloseTo(probability, 7));
});

test("the curve is worn by predictions and judged by leave-one-out", () => {
  const [plain, curved] = (["none", "curve"] as const).map((calibration) =>
    fitted(1, true, { inference: "laplace", starts: [10], calibration }),
  );
  expect(plain.toDocument().parameters).not.toHaveProperty("curve");
  const { curve } = curved.toDocument().parameters as {
    readonly curve: { slope: number; offset: number; bend: number };
  };
  const [claimed, corrected] = [plain, curved].map(
    (posterior) => posterior.predict(chuOne({ seed: 1, outlier: true })).latentMean.data,
  );
  claimed.forEach((logit, at) =>
    expect(corrected[at]).toBeCloseTo(
      curve.slope * logit + curve.bend * (logit - 3 * Math.asinh(logit / 3)) + (at % 2 === 0 ? -1 : 1) * curve.offset,
      8,
    ),
  );
  expect(curved.leaveOneOut?.logProbabilities.data).not.toEqual(plain.leaveOneOut?.logProbabilities.data);
});

test("a kernel of one's own is searched from its values and from multiples of its variances", () => {
  const posterior = fitted(1, false, { inference: "laplace", kernel: scale(linear()), starts: [10] });
  const { optima } = posterior.toDocument().parameters as Parameters;
  expect(optima).toHaveLength(2);
});

test("relevance finds the column that tells the classes apart", () => {
  const random = stream(3, 1);
  const kinds = Array.from({ length: 60 }, (_, row) => (row % 2 === 0 ? "even" : "odd"));
  const table = tableFromColumns({
    signal: kinds.map((kind) => normal(random) + (kind === "even" ? 1.5 : -1.5)),
    noise: kinds.map(() => normal(random)),
    class: kinds,
  });
  const posterior = fitSync(bayesianTrigonometric({ ard: true, inference: "laplace" }), table, { target: "class" });
  const { relevance = [] } = parametersOf(posterior);
  expect(relevance[0]).toBeGreaterThan(relevance[1]);
});

test("twenty classes of three rows are fitted, though expectation propagation does not converge from where Laplace's method ends", () => {
  const uniform = (
    (seed) => () =>
      (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  )(7);
  const numbers = (of: (row: number) => number): number[] => Array.from({ length: 60 }, (_, row) => of(row));
  const table = tableFromColumns({
    x: numbers((row) => (row % 20) * 0.3 + uniform()),
    z: numbers(uniform),
    w: numbers(uniform),
    y: Array.from({ length: 60 }, (_, row) => `k${row % 20}`),
  });
  const posterior = fitSync(bayesianTrigonometric(), table, { target: "y" });
  const { probabilities } = posterior.predict(table);
  for (let row = 0; row < 60; row++) {
    const of = probabilities.data.subarray(20 * row, 20 * row + 20);
    expect(of.every((p) => p >= 0 && p <= 1)).toBe(true);
    expect(of.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  }
  // What did not converge is said.
  expect(posterior.warnings.map(({ code }) => code)).toContain("approximation-not-converged");
});
