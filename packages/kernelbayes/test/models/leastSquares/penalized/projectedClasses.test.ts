import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import {
  classScores,
  heldOutScores,
  momentsOf,
  scoresOf,
  type HeldOutProjections,
} from "../../../../src/models/leastSquares/penalized/projectedClasses.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { engine } from "../../fisher/samples.ts";

const random = stream(4);
const n = 30;
const classes = Int32Array.from({ length: n }, (_, i) => i % 3);
const held: HeldOutProjections = {
  projections: matrix(
    n,
    2,
    Float64Array.from({ length: 2 * n }, (_, at) => normal(random) + 2 * ((at >> 1) % 3) * (at % 2)),
  ),
  classes,
  weights: Float64Array.from({ length: n }, (_, i) => 1 + (i % 2)),
};

test("scores differ between classes as log densities of normal classes with one covariance do", () => {
  const one: HeldOutProjections = {
    projections: matrix(4, 1, Float64Array.of(0, 2, 5, 7)),
    classes: Int32Array.of(0, 0, 1, 1),
    weights: Float64Array.of(1, 1, 1, 1),
  };
  const simple = classScores(engine, momentsOf(one, 2));
  if (!simple) throw new Error("There is a rule.");
  // Means 1 and 6, variance (1 + 1 + 1 + 1)/2 = 2: the log odds at z are 5 (z − 3.5)/2.
  const scores = scoresOf(engine, simple, matrix(2, 1, Float64Array.of(3.5, 4.5)));
  expect(scores.data[1] - scores.data[0]).toBeCloseTo(0, 12);
  expect(scores.data[3] - scores.data[2]).toBeCloseTo(2.5, 12);
});

test("each block is judged by the others alone", () => {
  const blockOf = Int32Array.from({ length: n }, (_, i) => i % 5);
  const scores = heldOutScores(engine, held, blockOf, 5, 3);
  for (let block = 0; block < 5; block++) {
    const pick = (own: boolean) => [...Array(n).keys()].filter((i) => (blockOf[i] === block) === own);
    const part = (rows: number[]): HeldOutProjections => ({
      projections: matrix(
        rows.length,
        2,
        Float64Array.from(rows.flatMap((i) => [held.projections.data[2 * i], held.projections.data[2 * i + 1]])),
      ),
      classes: Int32Array.from(rows, (i) => classes[i]),
      weights: Float64Array.from(rows, (i) => held.weights[i]),
    });
    const rule = classScores(engine, momentsOf(part(pick(false)), 3));
    if (!rule || !scores) throw new Error("There is a rule.");
    const expected = scoresOf(engine, rule, part(pick(true)).projections);
    pick(true).forEach((i, at) => {
      const differences = (data: Float64Array, start: number) => [1, 2].map((c) => data[start + c] - data[start]);
      expectClose(differences(scores.data, 3 * i), differences(expected.data, 3 * at), 1e-9);
    });
  }
});

test("without spread, or with a class in one block alone, nothing can be judged", () => {
  const constant = { ...held, projections: matrix(n, 2) };
  expect(classScores(engine, momentsOf(constant, 3))).toBeUndefined();
  expect(heldOutScores(engine, held, classes, 3, 3)).toBeUndefined();
});
