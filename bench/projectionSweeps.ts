import type { Engine } from "kernelbayes/engine";
import type { Row } from "./benchmark.ts";
import { logSlope, rounded } from "./cpuTime.ts";
import type { PartReport, PartSettings } from "./part.ts";
import { chainSpeed, choleskySeconds, type ChainSetting } from "./projectionChainSpeed.ts";
import { classCount, onComponents, onRows } from "./projectionProblem.ts";
import { atLeast, atMost, type Verdict } from "./verdict.ts";

/** Seconds of a Cholesky factorization of order 1000 where the authors' program was timed. */
const theirCholesky = 0.012;

/** Sweeps a CPU second of the authors' C code, for rows and projections; those of bmkc by a numpy loop. */
const theirSweeps: Readonly<Record<string, number>> = {
  "43/7": 48_000,
  "88/7": 24_000,
  "117/7": 20_500,
  "117/40": 4_400,
};
const sweepsOfRows = 2_000;

/** Effective draws a second of the default sampler, over those of the paper's setting. */
const leastGain = 10;

/** The exponent of the cost of a sweep in rows times projections; 1 is linear. */
const largestExponent = 1.1;

const paper: ChainSetting = { sampler: "metropolis", latentUpdates: 1, proposalDeviation: 10, jointMoves: false };
const usual: ChainSetting = { sampler: "elliptical-slice", latentUpdates: 1, jointMoves: true };

const settings: Readonly<Record<string, ChainSetting>> = {
  "metropolis, deviation 10": paper,
  "metropolis, adapted": { sampler: "metropolis", latentUpdates: 1, jointMoves: false },
  "metropolis, adapted, three updates, joint moves": { sampler: "metropolis", latentUpdates: 3, jointMoves: true },
  "polya-gamma": { sampler: "polya-gamma", latentUpdates: 1, jointMoves: false },
  "polya-gamma, joint moves": { sampler: "polya-gamma", latentUpdates: 1, jointMoves: true },
  "elliptical slice": { sampler: "elliptical-slice", latentUpdates: 1, jointMoves: false },
  "elliptical slice, joint moves (default)": usual,
};

const length = { burnIn: 500, sweeps: 4000 };
/** Chains of the paper's setting, which accepts a proposal in some hundred, would in these seem to mix: four chains that stand still have some ten effective draws. */
const lengthOfPaper = { burnIn: 500, sweeps: 40_000 };

/** Sweeps and effective draws of every sampler on kernel components. */
export function sweepsPart({ engines, sizes = [43, 88, 117], repeats, tell }: PartSettings): PartReport {
  const engine = engines[0];
  const cholesky = yardstick(engines, repeats);
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  for (const [n, components] of sizes.flatMap((size) => [7, 40].map((count) => [size, count] as const))) {
    const problem = onComponents(engine, n, components);
    const speeds = Object.entries(settings).map(([name, setting]) => {
      tell(`sweeps: n = ${n}, n′ = ${components}, ${name}`);
      return [name, chainSpeed(engine, problem, setting, setting === paper ? lengthOfPaper : length)] as const;
    });
    const bySetting = Object.fromEntries(speeds);
    const baseline = bySetting["metropolis, deviation 10"];
    for (const [name, { sweeps, effective, acceptance }] of speeds) {
      rows.push({
        n,
        "n′": components,
        sampler: name,
        "sweeps/s": rounded(sweeps),
        "effective/s": rounded(effective),
        gain: rounded(effective / baseline.effective),
        accepted: acceptance.toFixed(3),
      });
    }
    const at = `n = ${n}, n′ = ${components}`;
    const asked = theirSweeps[`${n}/${components}`];
    if (asked !== undefined) {
      verdicts.push(
        atLeast(`sweeps: Metropolis sweeps a Cholesky, ${at}`, baseline.sweeps * cholesky, asked * theirCholesky),
      );
    }
    const gain = bySetting["elliptical slice, joint moves (default)"].effective / baseline.effective;
    verdicts.push(atLeast(`sweeps: effective draws of the default over the paper's setting, ${at}`, gain, leastGain));
  }
  verdicts.push(atMost("sweeps: exponent of the cost in n · n′", costExponent(engine, tell), largestExponent));
  return { sections: [{ title: `bkpc: chains of ${classCount} classes, CPU seconds`, rows, notes }], verdicts };
}

const notes = [
  `Four chains of ${length.burnIn} and ${length.sweeps} sweeps, those of the first line of ${lengthOfPaper.sweeps}, prior (3, 3, 1, 1), intercept. Effective draws are`,
  "the mean over the probabilities of all classes for five rows that are not in training; gain is over Metropolis steps of deviation 10",
  "on all rows, the setting of the authors.",
  "Sweeps are asked for in units of a Cholesky factorization of order 1000 by OpenBLAS, which took 12 ms where the authors' program was timed.",
];

/** Sweeps on the kernel with every row. */
export function rowsPart({ engines, sizes = [117], repeats, tell }: PartSettings): PartReport {
  const cholesky = yardstick(engines, repeats);
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  for (const engine of engines) {
    for (const n of sizes) {
      tell(`bmkc: n = ${n}, ${engine.name}`);
      const problem = onRows(engine, n);
      const { sweeps } = chainSpeed(engine, problem, paper, { burnIn: 100, sweeps: 500 });
      const byDefault = chainSpeed(engine, problem, usual, { burnIn: 100, sweeps: 500 });
      rows.push({
        engine: engine.name,
        n,
        "Metropolis sweeps/s": rounded(sweeps),
        "default sweeps/s": rounded(byDefault.sweeps),
        "default effective/s": rounded(byDefault.effective),
      });
      if (n !== 117) continue;
      verdicts.push(
        atLeast(
          `bmkc: Metropolis sweeps a Cholesky, n = ${n}, ${engine.name}`,
          sweeps * cholesky,
          sweepsOfRows * theirCholesky,
        ),
      );
    }
  }
  return { sections: [{ title: `bmkc: chains of ${classCount} classes, CPU seconds`, rows }], verdicts };
}

/** CPU seconds of a factorization by OpenBLAS; NaN, and nothing judged by it, where there is none. */
function yardstick(engines: readonly Engine[], repeats: number): number {
  const native = engines.find(({ name }) => name.startsWith("native"));
  return native ? choleskySeconds(native, repeats) : Number.NaN;
}

/** Rows and projections grow together, so that both would show. */
function costExponent(engine: Engine, tell: PartSettings["tell"]): number {
  const sizes = [100, 200, 400, 800];
  const times = sizes.map((n) => {
    tell(`sweeps: cost at n = ${n}, n′ = ${n / 5}`);
    return 1 / chainSpeed(engine, onComponents(engine, n, n / 5), paper, { burnIn: 0, sweeps: 500 }).sweeps;
  });
  return logSlope(
    sizes.map((n) => (n * n) / 5),
    times,
  );
}
