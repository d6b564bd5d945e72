import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/engine/matrix.ts";
import { columnGroups } from "../../src/encoding/encoding.ts";
import { shapleyValuesSync } from "../../src/explain/shapleyValues.ts";
import { row } from "../../src/matrix/row.ts";
import { modelFromDocument, models, type ModelName } from "../../src/models/index.ts";
import type { Posterior } from "../../src/posterior/posterior.ts";
import { byDefinition, encoded, fitted, hybrids, mean, numbers, rowsAt } from "./samples.ts";

// Ten columns, all 1024 sets of them. What a model says of rows is asked of its predictions wherever these have it, and not of the expansion that
// explanations are made of.

const table = numbers(50, 10);
const rows = rowsAt(table, 4, 23);
const background = rowsAt(table, 7, 30, 31);

/** What is explained for class 1, at rows. */
type Value = (posterior: Posterior, X: Matrix) => ArrayLike<number>;

/** log p_1 − log p_0 of its predictions. */
const logOdds: Value = ({ numeric }, X) => {
  const { data } = numeric.probabilities(X).logProbabilities;
  return Array.from({ length: X.rows }, (_, i) => data[2 * i + 1] - data[2 * i]);
};

/** The latent function by the plain definition of its kernel: predictions have only the probability that comes of it and of its variance. */
const latent: Value = (posterior, X) =>
  Array.from({ length: X.rows }, (_, i) => removedValues(posterior, 0, row(X, i))(2 ** 10 - 1));

/** Log odds where the link is linear, as it is where squares do not help; else the output of the machine. */
const ofLink: Value = (posterior, X) =>
  (posterior.numeric.expansion!().link.kind === "logistic" ? logOdds : latent)(posterior, X);

/** The position of rows on the line between the class means. */
const position: Value = (posterior, X) => {
  const [low, high] = posterior.axes![0].centers;
  return Array.from(posterior.numeric.project!(X).data, (at) => at - (low + high) / 2);
};

const gaussian = { kind: "gaussian", lengthScale: 2.5 };
const l1 = { kind: "l1", weight: 0.15 };
const scaled = { kind: "scale", kernel: gaussian, variance: 2 };

const kernelModels: readonly (readonly [ModelName, object, Value])[] = [
  ["lssvm", { kernel: gaussian }, logOdds],
  ["orkfd", { kernel: l1 }, logOdds],
  ["krr", { kernel: gaussian }, logOdds],
  ["kfd", { kernel: l1 }, logOdds],
  ["svc", { kernel: gaussian }, logOdds],
  ["rfm", { shape: "gaussian", metric: "diagonal" }, ofLink],
  ["rfm", { shape: "l1" }, ofLink],
  ["gpc", { kernel: scaled }, latent],
  ["btsvc", { kernel: scaled }, latent],
  ["bfd", { kernel: scaled }, position],
];

const linearModels: readonly (readonly [ModelName, object, Value])[] = [
  ["lda", { calibration: "none" }, logOdds],
  ["logistic", {}, logOdds],
];

function fittedBy(name: ModelName, options: object): Posterior {
  return fitted(modelFromDocument({ name, ...models[name].quick, ...options }), table);
}

function expectEqual(found: ArrayLike<number>, expected: readonly number[]): void {
  const size = Math.max(1, ...expected.map(Math.abs));
  expected.forEach((phi, j) => expect(Math.abs(found[j] - phi)).toBeLessThan(1e-10 * size));
}

describe("ten columns against all 1024 sets of them", () => {
  test.each([...kernelModels, ...linearModels])(
    "%s %j: absent columns from background rows, by its own predictions",
    (name, options, value) => {
      const posterior = fittedBy(name, options);
      const { outputs, method } = shapleyValuesSync(posterior, rows, { background });
      expect(method).toBe("exact");
      const { contributions, base, totals } = outputs[1];
      const [X, B] = [encoded(posterior, rows), encoded(posterior, background)];
      const groups = columnGroups(posterior.encoding);
      for (let a = 0; a < X.rows; a++) {
        expectEqual(
          row(contributions, a),
          byDefinition(10, (set) => mean(value(posterior, hybrids(X, a, B, groups, set)))),
        );
        expect(Math.abs(row(contributions, a).reduce((sum, phi) => sum + phi, base) - totals[a])).toBeLessThan(1e-10);
      }
    },
  );

  test.each(["gpc", "btsvc"] as const)(
    "%s without a curve: the function that is explained is positive where class 1 is predicted",
    (name) => {
      // A calibration curve may move the boundary away from 0.
      const posterior = fittedBy(name, { kernel: scaled, calibration: "none" });
      const X = encoded(posterior, table);
      const odds = logOdds(posterior, X);
      Array.from(latent(posterior, X)).forEach((f, i) => expect(Math.sign(f)).toBe(Math.sign(odds[i])));
    },
  );

  test.each(kernelModels)("%s %j: absent columns removed from the kernel", (name, options) => {
    const posterior = fittedBy(name, options);
    const { outputs, method } = shapleyValuesSync(posterior, rows, { absent: "removed", scale: "latent" });
    expect(method).toBe("exact");
    const X = encoded(posterior, rows);
    const functions = posterior.numeric.expansion!().functions.length;
    for (let a = 0; a < X.rows; a++) {
      const values = Array.from({ length: functions }, (_, m) => removedValues(posterior, m, row(X, a)));
      // Two scores of a softmax: the one of class 1 less the other.
      const of = (set: number): number => (functions === 1 ? values[0](set) : values[1](set) - values[0](set));
      expectEqual(row(outputs[1].contributions, a), byDefinition(10, of));
    }
  });
});

/** Σᵢ αᵢ k(x, x_i) + constant by sets of columns: an absent one of the training row is that of x, with which it then agrees. */
function removedValues(posterior: Posterior, m: number, x: Float64Array): (set: number) => number {
  const { sums, constants } = posterior.numeric.expansion!();
  return (set) => {
    let total = constants[m];
    for (const { kernel, rows: trained, functions, coefficients } of sums) {
      const place = functions.indexOf(m);
      if (place < 0) continue;
      for (let i = 0; i < trained.rows; i++) {
        const z = row(trained, i).map((value, j) => ((set >> j) % 2 === 1 ? value : x[j]));
        total += coefficients.data[i * functions.length + place] * kernel.evaluate(x, z);
      }
    }
    return total;
  };
}
