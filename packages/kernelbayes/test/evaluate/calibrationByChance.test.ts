import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { calibrationByChance } from "../../src/evaluate/calibrationByChance.ts";
import { calibrationError } from "../../src/evaluate/calibrationError.ts";
import { stream } from "../../src/random/stream.ts";

const rows = 300;
const random = stream(4);
const shares = Array.from({ length: rows }, () => 0.05 + 0.9 * random.uniform());
const probabilities = matrix(rows, 2, Float64Array.from(shares.flatMap((p) => [1 - p, p])));

test("errors of classes that are drawn from the probabilities lie between the ends as often as the level says", () => {
  const { lower, upper } = calibrationByChance(probabilities, { seed: 1, level: 0.9 });
  const errors = Array.from({ length: 400 }, () => {
    const drawn = Int32Array.from(shares, (p) => Number(random.uniform() < p));
    return calibrationError(probabilities, drawn).error;
  });
  const inside = errors.filter((error) => error >= lower && error <= upper).length / errors.length;
  // Ends from 200 draws: the share is 0.9 but for 0.04, two deviations.
  expect(inside).toBeGreaterThan(0.86);
  expect(inside).toBeLessThan(0.94);
});

test("the same seed gives the same ends", () => {
  const ends = [1, 1].map((seed) => calibrationByChance(probabilities, { seed, level: 0.95 }));
  expect(ends[0]).toEqual(ends[1]);
});
