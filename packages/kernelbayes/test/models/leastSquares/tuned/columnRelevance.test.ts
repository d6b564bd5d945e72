import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { columnRelevance } from "../../../../src/models/leastSquares/tuned/columnRelevance.ts";
import { normal } from "../../../../src/random/normal.ts";
import { stream } from "../../../../src/random/stream.ts";
import { runSync } from "../../../../src/run/run.ts";
import type { Progress } from "../../../../src/run/work.ts";
import { engine } from "../problems.ts";

function problem(
  n: number,
  p: number,
  label: (x: Float64Array, noise: number) => boolean,
): Parameters<typeof columnRelevance>[1] {
  const source = stream(11);
  const X = matrix(
    n,
    p,
    Float64Array.from({ length: n * p }, () => normal(source)),
  );
  const signs = Float64Array.from({ length: n }, (_, i) =>
    label(X.data.subarray(i * p, (i + 1) * p), normal(source)) ? 1 : -1,
  );
  return { X, signs: [signs], weights: new Float64Array(n).fill(1) };
}

test("columns that alone decide get the weight", () => {
  const given = problem(300, 8, (x, noise) => x[0] * x[1] + 0.1 * noise > 0);
  const groups = [0, 1, 2, 3, 4, 5, 6, 7];
  const found = runSync(columnRelevance(engine, given, { gamma: 0.1, mu: 1, groups }));
  if (!found) throw new Error("Two columns of eight decide; the weights must have been accepted.");
  const [first, second, ...rest] = found.columnFactors;
  expect(Math.min(first, second)).toBeGreaterThan(4 * Math.max(...rest));
  expect(found.columnFactors.reduce((sum, factor) => sum + factor, 0) / 8).toBeCloseTo(1, 10);
});

test("columns that all decide alike keep equal weights", () => {
  const given = problem(300, 8, (x, noise) => x.reduce((sum, value) => sum + value * value, 0) + noise > 8);
  const groups = [0, 1, 2, 3, 4, 5, 6, 7];
  expect(runSync(columnRelevance(engine, given, { gamma: 0.06, mu: 1, groups }))).toBeUndefined();
});

test("where the loss leaves nothing to gain, weights are not even tried", () => {
  const given = problem(300, 8, (x) => x[0] > 0);
  const apart = {
    ...given,
    X: { ...given.X, data: given.X.data.map((x, at) => (at % 8 ? x : x + 20 * Math.sign(x))) },
  };
  const work = columnRelevance(engine, apart, { gamma: 0.002, mu: 0.01, groups: [0, 1, 2, 3, 4, 5, 6, 7] });
  expect(work.next()).toEqual({ done: true, value: undefined });
});

test("a trial is over as soon as it is clear how it ends, and says so as its last step", () => {
  const groups = [0, 1, 2, 3, 4, 5, 6, 7];
  const stepsOf = (work: ReturnType<typeof columnRelevance>): Progress[] => {
    const seen: Progress[] = [];
    for (let step = work.next(); !step.done; step = work.next()) {
      if (step.value.kind === "progress") seen.push(step.value);
    }
    return seen;
  };
  const alike = problem(300, 8, (x, noise) => x.reduce((sum, value) => sum + value * value, 0) + noise > 8);
  const declined = stepsOf(columnRelevance(engine, alike, { gamma: 0.06, mu: 1, groups }));
  // Six iterations and their end would be seven.
  expect(declined.length).toBeLessThan(7);
  expect(declined.at(-1)).toMatchObject({ stage: "column weights, trial", step: 6, of: 6 });
  const two = problem(300, 8, (x, noise) => x[0] * x[1] + 0.1 * noise > 0);
  const accepted = stepsOf(columnRelevance(engine, two, { gamma: 0.1, mu: 1, groups }));
  const trial = accepted.filter(({ stage }) => stage === "column weights, trial");
  expect(trial.length).toBeLessThan(7);
  expect(trial.at(-1)).toMatchObject({ step: 6, of: 6 });
  expect(accepted.at(-1)).toMatchObject({ stage: "column weights", step: 20, of: 20 });
});
