import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { selectRows } from "../../../src/matrix/row.ts";
import { readExpansionOptions } from "../../../src/models/leastSquares/expansionOptions.ts";
import { machineSigns, withTargets, type SolvedExpansion } from "../../../src/models/leastSquares/expansionProblem.ts";
import { solveWithOthers } from "../../../src/models/leastSquares/solveWithOthers.ts";
import { featureSource } from "../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import { solveAveraged, solveBest } from "../../../src/models/leastSquares/tuned/solveMachines.ts";
import { basisSums, type BasisSumInput } from "../../../src/models/parts/basisSums.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";
import { run } from "../../../src/run/run.ts";

const engine = selectEngine();

/** 1500 rows of some classes, of which the first 400 are in memory. */
const [n, inMemory, basisSize] = [1500, 400, 60];

function rowsOf(classCount: number) {
  const random = stream(8, classCount);
  const classes = Int32Array.from({ length: n }, () => random.integer(classCount));
  const X = matrix(
    n,
    4,
    Float64Array.from({ length: 4 * n }, (_, at) => 0.7 * classes[Math.floor(at / 4)] + normal(random)),
  );
  const weights = Float64Array.from({ length: n }, (_, i) => 1 + (i % 3));
  return { X, classes, weights };
}

test.each([
  ["lssvm", 2, [0]],
  ["lssvm", 3, [0]],
  ["krr", 2, [-3]],
  ["orkfd", 2, [0]],
  ["orkfd", 3, [-2, 0, 2]],
] as const)(
  "%s of %d classes, solved by sums over the other rows, is the solution of all rows",
  async (name, C, logs) => {
    const { X, classes, weights } = rowsOf(C);
    const settings = readExpansionOptions(name, {});
    const kernel = gaussian({ lengthScale: 2 });
    const problemOf = (rows: Int32Array) =>
      withTargets(
        {
          X: selectRows(X, rows),
          signs: machineSigns(
            rows.map((row) => classes[row]),
            C,
          ),
          weights: Float64Array.from(rows, (row) => weights[row]),
        },
        settings.targets,
      );
    const all = Int32Array.from({ length: n }, (_, i) => i);
    const [own, others] = [all.slice(0, inMemory), all.slice(inMemory)];
    const mass = (rows: Int32Array): number => rows.reduce((sum, row) => sum + weights[row], 0);
    const regularizations = logs.map((log) => ({ logRegularization: log, weight: 1 / logs.length }));
    // The penalty of orkfd is weighed by the number of rows.
    const forAll = regularizations.map((one) => ({
      ...one,
      logRegularization: one.logRegularization + (name === "orkfd" ? Math.log2(mass(own) / mass(all)) : 0),
    }));
    const source = featureSource(engine, X, basisSize, kernel, settings.penalty);
    const whole = problemOf(all);
    const expected =
      logs.length === 1
        ? solveBest(engine, whole, source, forAll[0].logRegularization, settings.bias)
        : solveAveraged(engine, whole, source, forAll, settings.bias);
    const chosen: SolvedExpansion = {
      ...expected, // what is solved on the rows in memory is made anew
      kernel,
      rows: selectRows(X, source.pivots),
      problem: problemOf(own),
      placeOf: own,
      regularizations,
      warnings: [],
    };
    const found = await run(
      solveWithOthers(engine, chosen, { classes: classes.slice(0, inMemory), classCount: C }, settings),
      {
        sum: ({ state }) =>
          run(
            basisSums({
              state: state as BasisSumInput["state"],
              X: selectRows(X, others),
              classes: others.map((row) => classes[row]),
              weights: Float64Array.from(others, (row) => weights[row]),
            }),
            {},
          ),
      },
    );
    found.expansion.machines.forEach((machine, m) => {
      const { coefficients, bias, noise } = expected.expansion.machines[m];
      const size = Math.max(...coefficients.map(Math.abs));
      machine.coefficients.forEach((value, j) => expect(Math.abs(value - coefficients[j])).toBeLessThan(1e-9 * size));
      expect(machine.bias).toBeCloseTo(bias, 10);
      expect(machine.noise).toBeCloseTo(noise, 10);
    });
    found.residuals.forEach((values, m) =>
      own.forEach((row) => expect(Math.abs(values[row] - expected.residuals[m][row])).toBeLessThan(1e-10)),
    );
  },
);
