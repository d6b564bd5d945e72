import { expect, test } from "vitest";
import { kernelProjections } from "../../../src/models/projection/bkpc.ts";
import { multinomialKernel } from "../../../src/models/projection/bmkc.ts";
import { fitTo, gaussianRows, problemOf, probabilitiesOf } from "../problems.ts";

/** As printed: Metropolis steps without an intercept, and no joint moves. */
const printed = { prior: "paper", sampler: "metropolis", intercept: false, chains: 1 } as const;
/** With joint moves no chain outlived 800 sweeps; these are 25 times as many, and 100 000 of the paper for one of the fits. */
const shorter = { burnIn: 2000, sweeps: 18_000 } as const;

const tables = {
  overlapping: problemOf(gaussianRows({ sizes: [14, 10, 12], columns: 3, distance: 2 })),
  "hardly different": problemOf(gaussianRows({ sizes: [20, 15], columns: 4, distance: 1 })),
  separated: problemOf(gaussianRows({ sizes: [12, 12, 12, 12], columns: 5, distance: 6 })),
};

const models = {
  "bkpc, components as they are": kernelProjections({
    ...printed,
    ...shorter,
    projections: 4,
    scaling: "none",
    bandwidth: "maximum",
  }),
  "bkpc, components of the authors' package": kernelProjections({
    ...printed,
    ...shorter,
    projections: 4,
    scaling: "package",
    bandwidth: "wide",
  }),
  bmkc: multinomialKernel({ ...printed, ...shorter, bandwidth: "maximum" }),
};

const cases = Object.entries(tables).flatMap(([table, problem]) =>
  Object.entries(models).map(([name, model]) => [name, table, model, problem, shorter.sweeps] as const),
);

test.each([
  ...cases,
  [
    "bkpc for the 100 000 sweeps of the paper",
    "hardly different",
    kernelProjections({
      ...printed,
      burnIn: 9000,
      sweeps: 91_000,
      projections: 4,
      scaling: "package",
      bandwidth: "wide",
    }),
    tables["hardly different"],
    91_000,
  ] as const,
])(
  "the chains of the paper last to their end: %s, classes %s",
  (_name, _table, model, problem, sweeps) => {
    const posterior = fitTo(model, problem);
    expect(posterior.chains?.sweeps).toBe(sweeps);
    expect(posterior.warnings.map(({ code }) => code)).toContain("improper-prior");
    const [probabilities] = probabilitiesOf(posterior, [new Array<number>(problem.X.columns).fill(0.5)]);
    expect(probabilities.every((p) => p >= 0 && p <= 1)).toBe(true);
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
  },
  600_000,
);
