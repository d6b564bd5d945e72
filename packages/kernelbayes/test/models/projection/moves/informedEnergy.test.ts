import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { chainState, type ChainState } from "../../../../src/models/projection/chain/chainState.ts";
import { coefficientsOf } from "../../../../src/models/projection/chain/coefficients.ts";
import { hamiltonianMove } from "../../../../src/models/projection/moves/hamiltonianMove.ts";
import { informedDirections } from "../../../../src/models/projection/moves/informedDirections.ts";
import { informedEnergy, informedMetric } from "../../../../src/models/projection/moves/informedEnergy.ts";
import { logSumExp } from "../../../../src/numeric/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { prior, smallProblem } from "../chain/projectionProblem.ts";

const engine = selectEngine();
const problem = smallProblem();

function someState(): ChainState {
  const random = stream(33);
  const normals = (length: number): Float64Array => Float64Array.from({ length }, () => normal(random));
  const state = chainState(problem, normals(48), normals(6), normals(6).map(Math.exp), 1.3);
  coefficientsOf(engine, problem).combine(state.coefficients, state.means);
  return state;
}

const priors = [
  ["an inverse gamma law", prior],
  ["a uniform deviation", { ...prior, noise: { kind: "uniform", upper: 9 } }],
  ["coefficients independent of the noise", { ...prior, coefficients: "independent" }],
  ["a known noise", { ...prior, noise: { kind: "fixed", variance: 1.3 } }],
] as const;

test.each(priors)("the gradient of the energy in few directions is that of its differences, under %s", (_, given) => {
  const energy = informedEnergy(24, 2, informedDirections(engine, problem.D, 2, 2), given);
  const isNoiseFree = given.noise.kind !== "fixed" && given.coefficients === "scaled";
  expect(energy.size).toBe(isNoiseFree ? 5 : 4);
  const point = new Float64Array(energy.size);
  energy.hold(someState(), point);
  energy.at(point);
  const gradient = energy.gradient.slice();
  gradient.forEach((slope, at) => {
    const energyAt = (by: number): number => energy.at(point.map((value, place) => value + (place === at ? by : 0)));
    expect((energyAt(1e-5) - energyAt(-1e-5)) / 2e-5).toBeCloseTo(slope, 6);
  });
});

test.each(priors)(
  "a path in few directions holds the noise, and means and totals are those of its coefficients, under %s",
  (_, given) => {
    const state = someState();
    const { coefficients: before, variance } = { ...state, coefficients: state.coefficients.slice() };
    const isScaled = given.coefficients === "scaled";
    const unitOf = (): number => (isScaled ? Math.sqrt(state.variance) : 1);
    const noise = state.z.map((value, at) => (value - state.means[at]) / unitOf());
    const informed = informedDirections(engine, problem.D, 2, 2);
    const energy = informedEnergy(24, 2, informed, given);
    const follow = hamiltonianMove(energy, informedMetric(engine, 24, 2, informed, { size: energy.size, isScaled }));
    const random = stream(34);
    for (let time = 0; time < 20; time++) follow(state, random, 1 / (1 + time));
    expect(Math.max(...state.coefficients.map((value, at) => Math.abs(value - before[at])))).toBeGreaterThan(0.1);
    expect(state.variance === variance).toBe(energy.size === 4);
    const means = new Float64Array(48);
    coefficientsOf(engine, problem).combine(state.coefficients, means);
    state.means.forEach((mean, at) => expect(mean).toBeCloseTo(means[at], 10));
    state.z.forEach((value, at) => expect((value - means[at]) / unitOf()).toBeCloseTo(noise[at], 9));
    state.totals.forEach((total, i) => expect(total).toBeCloseTo(logSumExp([0, state.z[i], state.z[24 + i]]), 12));
  },
);

test("precisions whose directions cannot be told apart leave the state as it is", () => {
  const state = someState();
  state.precisions[0] = 1e-300;
  const informed = informedDirections(engine, problem.D, 2, 2);
  const energy = informedEnergy(24, 2, informed, prior);
  const follow = hamiltonianMove(energy, informedMetric(engine, 24, 2, informed, { size: 5, isScaled: true }));
  const z = state.z.slice();
  follow(state, stream(35), 0);
  expect(state.z).toEqual(z);
});
