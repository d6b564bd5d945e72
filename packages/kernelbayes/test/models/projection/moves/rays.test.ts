import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { balancedRays } from "../../../../src/models/projection/moves/balancedRays.ts";
import { chainState, type ChainState } from "../../../../src/models/projection/chain/chainState.ts";
import { coefficientsOf } from "../../../../src/models/projection/chain/coefficients.ts";
import { coefficientRays } from "../../../../src/models/projection/moves/coefficientRays.ts";
import { contrastRays } from "../../../../src/models/projection/moves/contrastRays.ts";
import { informedDirections } from "../../../../src/models/projection/moves/informedDirections.ts";
import type { ProjectionProblem } from "../../../../src/models/projection/chain/projectionProblem.ts";
import { logSumExp } from "../../../../src/numeric/index.ts";
import { normal, stream, type Stream } from "../../../../src/random/index.ts";
import { prior, smallProblem } from "../chain/projectionProblem.ts";

const engine = selectEngine();
const count = 2;

/** Kernels about every third row on a circle: eight columns much alike. */
function alikeProblem(): ProjectionProblem {
  const { D, classes, classCount } = smallProblem();
  const data = Float64Array.from({ length: 8 * D.rows }, (_, at) => {
    const [i, l] = [3 * Math.floor(at / 8), 9 * (at % 8)].map((place) => (2 * Math.PI * place) / (3 * D.rows));
    return Math.exp(-1 + Math.cos(i - l));
  });
  return { D: matrix(D.rows, 8, data), squaredNorms: undefined, classes, classCount };
}

const problem = alikeProblem();
const { rows, columns: p } = problem.D;

function someState(): ChainState {
  const random = stream(71);
  const normals = (length: number): Float64Array => Float64Array.from({ length }, () => normal(random));
  const state = chainState(problem, normals(rows * count), normals(p * count), normals(p * count).map(Math.exp), 1.3);
  coefficientsOf(engine, problem).combine(state.coefficients, state.means);
  return state;
}

const informed = informedDirections(engine, problem.D, count, 12);
const contrasts = contrastRays(rows, count, informed, true, 6);
const moves: readonly (readonly [string, (state: ChainState, random: Stream) => void])[] = [
  ["single coefficients", coefficientRays(problem.D, count, prior)],
  ["coefficients that others balance", balancedRays(problem.D, informed.vectors, count, prior, 8)],
  [
    "contrasts of classes",
    (state, random) => {
      informed.take(state.precisions);
      contrasts(state, random);
    },
  ],
];

test.each(moves)("rays of %s hold the noise, and means and totals are those of the coefficients", (_, move) => {
  const state = someState();
  const noise = state.z.map((value, at) => value - state.means[at]);
  const before = state.coefficients.slice();
  const random = stream(72);
  for (let time = 0; time < 10; time++) move(state, random);
  expect(Math.max(...state.coefficients.map((value, at) => Math.abs(value - before[at])))).toBeGreaterThan(0.1);
  const means = new Float64Array(rows * count);
  coefficientsOf(engine, problem).combine(state.coefficients, means);
  state.means.forEach((mean, at) => expect(mean).toBeCloseTo(means[at], 9));
  state.z.forEach((value, at) => expect(value - means[at]).toBeCloseTo(noise[at], 9));
  state.totals.forEach((total, i) => expect(total).toBeCloseTo(logSumExp([0, state.z[i], state.z[rows + i]]), 12));
});

test("contrasts stay as they are where the directions cannot be told apart", () => {
  const state = someState();
  const z = state.z.slice();
  informed.take(state.precisions.map((tau, at) => (at === 0 ? 1e-300 : tau)));
  expect(informed.isTold).toBe(false);
  contrasts(state, stream(73));
  expect(state.z).toEqual(z);
});
