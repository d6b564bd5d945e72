import { expect, test } from "vitest";
import { chainState } from "../../../../src/models/projection/chain/chainState.ts";
import { rayMisfit, drawLogFactor } from "../../../../src/models/projection/moves/coefficientRays.ts";
import { logSumExp } from "../../../../src/numeric/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { smallProblem } from "../chain/projectionProblem.ts";

const problem = smallProblem();
const { rows } = problem.D;

test.each([1, 40, 3000])(
  "the misfit along a line is that of its predictors, which may be %f times as large",
  (scale) => {
    const random = stream(51);
    // Rows are told right, for the most part, as chains tell them.
    const z = Float64Array.from({ length: 2 * rows }, (_, at) => {
      const [i, k] = [at % rows, Math.floor(at / rows)];
      const { [i]: own } = problem.classes;
      return scale * ((own === k ? 3 : own === 2 ? -3 : -1) + normal(random));
    });
    const state = chainState(problem, z, new Float64Array(6), new Float64Array(6).fill(1), 1);
    const misfit = rayMisfit(rows, 2);
    for (let i = 0; i < rows; i++) misfit.along[i] = scale * normal(random);
    for (const k of [0, 1]) {
      misfit.hold(state, k);
      for (const by of [0, 0.3, -1.2]) {
        let expected = 0;
        for (let i = 0; i < rows; i++) {
          const moved = [z[i], z[rows + i], 0];
          moved[k] += by * misfit.along[i];
          expected += logSumExp(moved) - moved[problem.classes[i]];
        }
        // Beyond the range of exponentials a row that is told wrong has no finite misfit.
        if (expected < 600) expect(Math.abs(misfit.at(by) - expected)).toBeLessThan(1e-13 * (rows + expected * scale));
        else expect(misfit.at(by)).toBeGreaterThan(500);
      }
    }
  },
);

// A walk by slices through the law of the logarithm of a gamma variable of shape 3, whatever the width that was guessed.
test.each([0.3, 1, 8])("slices leave a law as it is, with a width of %f", (width) => {
  const random = stream(41);
  const draws = 20_000;
  let at = Math.log(3);
  let [sum, squares] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    at += drawLogFactor((by) => 3 * (at + by) - Math.exp(at + by), random, width);
    sum += Math.exp(at);
    squares += Math.exp(2 * at);
  }
  // Mean 3 and mean square 12. The bounds are twelve and eleven standard errors of independent draws; those of a walk are worth fewer.
  expect(Math.abs(sum / draws / 3 - 1)).toBeLessThan(0.05);
  expect(Math.abs(squares / draws / 12 - 1)).toBeLessThan(0.1);
});

test("nothing moves where the height is not finite", () => {
  expect(drawLogFactor(() => -Infinity, stream(42), 1)).toBe(0);
  expect(drawLogFactor((by) => (by === 0 ? 0 : -Infinity), stream(43), 1)).toBe(0);
});
