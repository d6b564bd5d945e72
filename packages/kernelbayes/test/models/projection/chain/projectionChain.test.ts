import { expect, test } from "vitest";
import { chainTask } from "../../../../src/fit/tasks/chainTask.ts";
import { matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { NumericalError } from "../../../../src/errors.ts";
import type { ChainDraws, ChainInput } from "../../../../src/models/projection/chain/chainInput.ts";
import { projectionChain } from "../../../../src/models/projection/chain/projectionChain.ts";
import { runSync } from "../../../../src/run/run.ts";
import { prior, shortChain, smallProblem } from "./projectionProblem.ts";

const engine = selectEngine();
const run = (changes: Partial<ChainInput> = {}): ChainDraws => runSync(projectionChain(engine, shortChain(changes)));

test("a chain is made again by its seed, path and number, and another number makes another", () => {
  const draws = run();
  expect(run()).toEqual(draws);
  expect(runSync(chainTask({ ...shortChain(), engine: engine.name }))).toEqual(draws);
  for (const changes of [{ chain: 1 }, { seed: 6 }, { path: [2] }]) {
    expect(run(changes).logNoise).not.toEqual(draws.logNoise);
  }
});

test("thinning keeps every so many of the same draws", () => {
  const [all, thinned] = [run(), run({ thin: 7 })];
  expect(thinned.logNoise).toHaveLength(42);
  thinned.logNoise.forEach((value, s) => expect(value).toBe(all.logNoise[7 * s + 6]));
  const rowOf = ({ coefficients: { data, columns } }: ChainDraws, s: number) =>
    data.slice(s * columns, (s + 1) * columns);
  expect(rowOf(thinned, 41)).toEqual(rowOf(all, 293));
});

test("the coefficients of column l and class k stand where the contract says, and point to the classes", () => {
  const { coefficients } = run({ sampler: "polya-gamma", sweeps: 1000 });
  const meanOf = (column: number): number => {
    let sum = 0;
    for (let s = 0; s < 1000; s++) sum += coefficients.data[s * 6 + column] / 1000;
    return sum;
  };
  // Of the circle the first class has the first third, the second the second; the last is the reference.
  expect(meanOf(2 * 1 + 0)).toBeGreaterThan(0.3); // cosine, first class
  expect(meanOf(2 * 1 + 1)).toBeLessThan(-0.3); // cosine, second class
  expect(meanOf(2 * 2 + 0)).toBeGreaterThan(0.5); // sine, first class
});

test("adapted proposals are accepted about as often as they should, fixed ones as it comes, and exact samplers refuse none", () => {
  const adapted = run({ burnIn: 1000 }).acceptance;
  expect(Math.abs(adapted - 0.35)).toBeLessThan(0.05);
  expect(run({ proposalDeviation: 10 }).acceptance).toBeLessThan(0.1);
  expect(run({ proposalDeviation: 1e-3 }).acceptance).toBeGreaterThan(0.99);
  expect(run({ sampler: "polya-gamma" }).acceptance).toBe(1);
  expect(run({ sampler: "elliptical-slice" }).acceptance).toBe(1);
});

test("a known σ² stays, and a uniform σ stays below its bound", () => {
  const known = run({ prior: { ...prior, noise: { kind: "fixed", variance: 2 } }, jointMoves: true });
  expect(known.logNoise.every((value) => value === Math.log(2))).toBe(true);
  const bounded = run({ prior: { ...prior, noise: { kind: "uniform", upper: 0.9 } }, jointMoves: true });
  expect(bounded.logNoise.every((value) => value <= 2 * Math.log(0.9))).toBe(true);
  expect(new Set(bounded.logNoise).size).toBeGreaterThan(200);
});

test("a chain goes on from where it is told, and says where it ended", () => {
  const problem = smallProblem();
  // Predictors that are ten times the cosine of the first class, whose coefficient the first sweep must find.
  const far = Float64Array.from({ length: 48 }, (_, at) => (at < 24 ? 10 * problem.D.data[3 * at + 1] : 0));
  const began = run({ burnIn: 0, sweeps: 1, start: { z: far, variance: 0.01 } });
  expect(began.coefficients.data[2]).toBeGreaterThan(5);
  expect(run({ burnIn: 0, sweeps: 1 }).coefficients.data[2]).toBeLessThan(5);
  const { end, logNoise } = run();
  expect(end.z).toHaveLength(48);
  expect(Math.log(end.variance)).toBe(logNoise.at(-1));
  expect(run({ burnIn: 0, sweeps: 1, start: end }).end.z).not.toEqual(end.z);
});

test("a class that no row has is left to its prior, and two classes and one row make a chain", () => {
  const absent = { ...smallProblem(), classCount: 5 };
  expect(run({ problem: absent }).coefficients.columns).toBe(12);
  const single = { D: matrix(1, 1, Float64Array.of(1)), squaredNorms: Float64Array.of(1) };
  const draws = run({ problem: { ...single, classes: Int32Array.of(1), classCount: 2 } });
  expect(draws.coefficients.data.every(Number.isFinite)).toBe(true);
});

test("progress is told now and then, rises and ends at the end", () => {
  const steps: number[] = [];
  const work = projectionChain(engine, shortChain({ sweeps: 5000 }));
  for (let next = work.next(); !next.done; next = work.next()) {
    if (next.value.kind === "progress") steps.push(next.value.step);
  }
  expect(steps.at(-1)).toBe(5200);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.length).toBeLessThan(50);
});

test("a chain that leaves the range of numbers ends in an error that names the sweep", () => {
  const { D, ...rest } = smallProblem();
  const huge = {
    ...rest,
    D: matrix(
      D.rows,
      D.columns,
      D.data.map((value) => 1e200 * value),
    ),
    squaredNorms: undefined,
  };
  expect(() => run({ problem: huge })).toThrow(NumericalError);
  const wild = {
    ...rest,
    D: matrix(
      D.rows,
      D.columns,
      D.data.map((value) => 1e160 * value),
    ),
  };
  expect(() => run({ problem: wild })).toThrow(/could not go on in sweep \d/);
});

test("an input that is no chain is a mistake of the program", () => {
  const { D, ...rest } = smallProblem();
  const bad: Partial<ChainInput>[] = [
    { sweeps: 0 },
    { thin: 0.5 },
    { burnIn: -1 },
    { latentUpdates: 0 },
    { proposalDeviation: 0 },
    { start: { z: new Float64Array(47), variance: 1 } },
    { start: { z: new Float64Array(48).fill(NaN), variance: 1 } },
    { start: { z: new Float64Array(48), variance: 0 } },
    { prior: { ...prior, noise: { kind: "inverse-gamma", shape: 0, rate: 1 } } },
    { prior: { ...prior, precision: { kind: "uniform", upper: Infinity } } },
    { problem: { D, ...rest, classes: new Int32Array(3) } },
    { problem: { D, ...rest, squaredNorms: new Float64Array(2) } },
    { problem: { D, ...rest, classCount: 2 } },
    { problem: { D, ...rest, classCount: 1, classes: new Int32Array(D.rows) } },
  ];
  for (const changes of bad) expect(() => run(changes)).toThrow(RangeError);
});

test("a chain that goes on after its end is the chain that it would have been, with every sampler and on columns of any kind", () => {
  const { D, ...rest } = smallProblem();
  const problems = [smallProblem(), { ...rest, D, squaredNorms: undefined }];
  const priors = [prior, { ...prior, precision: { kind: "half-cauchy", scale: 1 } } as const];
  for (const problem of problems) {
    for (const [at, sampler] of (["metropolis", "polya-gamma", "elliptical-slice"] as const).entries()) {
      const input = { problem, sampler, jointMoves: true, prior: priors[at % 2], thin: 3 };
      const whole = run({ ...input, sweeps: 200 });
      const first = run({ ...input, sweeps: 100 });
      // As a worker would get it.
      const after = structuredClone(first.end);
      const second = run({ ...input, sweeps: 100, after });
      expect(after).toEqual(first.end);
      expect([...first.logNoise, ...second.logNoise]).toEqual([...whole.logNoise]);
      expect([...first.coefficients.data, ...second.coefficients.data]).toEqual([...whole.coefficients.data]);
      expect(second.end).toEqual(whole.end);
    }
  }
  expect(() => run({ after: { ...run().end, coefficients: new Float64Array(5) } })).toThrow(RangeError);
});
