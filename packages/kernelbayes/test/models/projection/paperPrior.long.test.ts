import { expect, test } from "vitest";
import { kernelProjections } from "../../../src/models/projection/bkpc.ts";
import { multinomialKernel } from "../../../src/models/projection/bmkc.ts";
import { fitTo, gaussianRows, problemOf, probabilitiesOf } from "../problems.ts";

/** As printed: 100 000 sweeps, the first 9000 of which do not count, by Metropolis steps without an intercept. */
const printed = {
  prior: "paper",
  sampler: "metropolis",
  intercept: false,
  chains: 1,
  burnIn: 9000,
  sweeps: 91_000,
} as const;

const tables = {
  overlapping: problemOf(gaussianRows({ sizes: [14, 10, 12], columns: 3, distance: 2 })),
  "hardly different": problemOf(gaussianRows({ sizes: [20, 15], columns: 4, distance: 1 })),
  separated: problemOf(gaussianRows({ sizes: [12, 12, 12, 12], columns: 5, distance: 6 })),
};

test.each(Object.entries(tables))(
  "the chains of the paper last for 100 000 sweeps where classes are %s",
  (_, problem) => {
    const columns = problem.X.columns;
    for (const model of [
      kernelProjections({ ...printed, projections: 4, scaling: "none", bandwidth: "maximum" }),
      kernelProjections({ ...printed, projections: 4, scaling: "package", bandwidth: "wide" }),
      multinomialKernel({ ...printed, bandwidth: "maximum" }),
    ]) {
      const posterior = fitTo(model, problem);
      expect(posterior.chains?.sweeps).toBe(91_000);
      expect(posterior.warnings.map(({ code }) => code)).toContain("improper-prior");
      const [probabilities] = probabilitiesOf(posterior, [new Array<number>(columns).fill(0.5)]);
      expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    }
  },
  1_800_000,
);
