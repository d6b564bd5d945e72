import { rHat } from "../../diagnose/rHat.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { Warning } from "../../errors.ts";
import type { ChainDraws, ChainRequest } from "./chain/chainInput.ts";
import { projectionChain } from "./chain/projectionChain.ts";
import { drawLogProbabilities } from "./draws/drawnProbabilities.ts";
import { selectRows } from "../../matrix/row.ts";
import { share } from "../../run/share.ts";
import { parallel, pause, type Work } from "../../run/work.ts";
import { chainRequests, pooledDraws, type LinearPredictor } from "./chainRequests.ts";
import type { CountedRows } from "../../rows/labelledRows.ts";
import type { ProjectionSettings } from "./projectionOptions.ts";

/** Chains agree by so many draws at least, since R-hat of fewer is noise, about the classes of so many rows at most. */
const [judgedDraws, judgedRows] = [4000, 100];

/** Of the progress, what the first sweeps are. */
const firstShare = 0.7;

/** Chains that agree have no larger R-hat. They go on from less, where they may, since it is larger in some of the rows that are not asked for. */
const [largestRHat, contentRHat] = [1.01, 1.0075];

/** Chains that went on as long as they disagreed. */
export interface AgreedChains {
  readonly chains: readonly ChainDraws[];
  /** Sweeps of each that count. */
  readonly sweeps: number;
  /** The row and the class, by place, about whose probability chains agree least. */
  readonly slowest: { readonly set: number; readonly place: number };
  readonly warnings: readonly Warning[];
}

/**
 * Runs chains and, as long as they disagree, lets them go on, to twice as many sweeps each time and `mostSweeps` in the end. They are asked for
 * ln σ² and for the probabilities of all classes at `judgedPoints`: that of a training row's own class may be near 1 in all chains while they
 * disagree about the others, and so about rows between classes. All sweeps after burn-in count: a chain that went on is to the last digit the
 * chain that would have been asked for so many sweeps.
 */
export function* agreedChains(
  engine: Engine,
  predictor: LinearPredictor,
  rows: Pick<CountedRows, "classes" | "classCount">,
  settings: ProjectionSettings,
  seed: number,
): Work<AgreedChains> {
  const draws = Math.max(settings.draws, judgedDraws);
  const here = (input: ChainRequest): Work<ChainDraws> => projectionChain(engine, input);
  let requests = chainRequests(engine, predictor.problem, { ...settings, draws }, seed, [0]);
  let reached = firstShare;
  const shared = ["problem"];
  let chains = yield* share(0, reached, parallel<ChainRequest, ChainDraws>("chain", requests, here, { shared }));
  const judged = judgedPoints(predictor.design, rows, judgedRows);
  const judge = (): Work<Disagreement> => disagreement(engine, predictor, judged, rows.classCount, chains, settings);
  let { sweeps } = settings;
  let { slowest, rHat: largest } = yield* judge();
  while (largest > contentRHat && sweeps < settings.mostSweeps) {
    const more = Math.min(sweeps, settings.mostSweeps - sweeps);
    const { thin: before } = requests[0];
    const thin = before * draws < (sweeps + more) * chains.length ? 2 * before : before;
    requests = requests.map((request, at) => ({ ...request, sweeps: more, thin, after: chains[at].end }));
    const stage = `chain, to ${sweeps + more} sweeps`;
    const work = parallel<ChainRequest, ChainDraws>("chain", requests, here, { stage, shared });
    // How often the chains go on is not known: each time takes half of what is left.
    const found = yield* share(reached, (reached = (1 + reached) / 2), work);
    chains = chains.map((chain, at) => joined(chain, thin / before, found[at], sweeps / (sweeps + more)));
    sweeps += more;
    ({ slowest, rHat: largest } = yield* judge());
  }
  const isAtLimit = largest > largestRHat && sweeps > settings.sweeps;
  return { chains, sweeps, slowest, warnings: isAtLimit ? [atLimit(settings, largest)] : [] };
}

/** The largest R-hat, and the training row and the class that have it among the probabilities. */
interface Disagreement {
  readonly rHat: number;
  readonly slowest: AgreedChains["slowest"];
}

function* disagreement(
  engine: Engine,
  { factors }: LinearPredictor,
  { sets, points }: JudgedPoints,
  C: number,
  chains: readonly ChainDraws[],
  { predictive }: ProjectionSettings,
): Work<Disagreement> {
  const drawn = yield* drawLogProbabilities(engine, pooledDraws(chains, factors), points, predictive);
  let largest = rHat(chains.map(({ logNoise }) => logNoise));
  let slowest = { set: sets[0], place: 0 };
  let ofSlowest = -Infinity;
  for (let at = 0; at < points.rows; at++) {
    for (let place = 0; place < C; place++) {
      const found = rHat(chainsOf(drawn, at, place, C, chains.length));
      // Without R-hat, where all draws are equal, there is nothing to disagree about.
      if (!(largest > found) && !Number.isNaN(found)) largest = found;
      if (at < sets.length && found > ofSlowest) [ofSlowest, slowest] = [found, { set: sets[at], place }];
      yield pause;
    }
  }
  return { rHat: largest, slowest };
}

/** The probabilities of a class in one of the rows, chain by chain. */
export function chainsOf(
  { data, columns }: Matrix,
  row: number,
  place: number,
  C: number,
  chains: number,
): Float64Array[] {
  const length = columns / C / chains;
  return Array.from({ length: chains }, (_, chain) =>
    Float64Array.from({ length }, (_, s) => Math.exp(data[row * columns + (chain * length + s) * C + place])),
  );
}

/** The draws of a chain, every so many-th of them, with those that came after it; `share` is that of its sweeps in all. */
function joined(before: ChainDraws, thin: number, after: ChainDraws, share: number): ChainDraws {
  const kept = Int32Array.from({ length: Math.floor(before.logNoise.length / thin) }, (_, s) => (s + 1) * thin - 1);
  const rows = (first: Matrix, second: Matrix): Matrix => {
    const all = matrix(kept.length + second.rows, second.columns);
    all.data.set(selectRows(first, kept).data);
    all.data.set(second.data, kept.length * second.columns);
    return all;
  };
  const numbers = (first: Float64Array, second: Float64Array): Float64Array =>
    Float64Array.of(...Array.from(kept, (s) => first[s]), ...second);
  return {
    coefficients: rows(before.coefficients, after.coefficients),
    logNoise: numbers(before.logNoise, after.logNoise),
    logPrecisions: rows(before.logPrecisions, after.logPrecisions),
    logLikelihood: numbers(before.logLikelihood, after.logLikelihood),
    acceptance: share * before.acceptance + (1 - share) * after.acceptance,
    end: after.end,
  };
}

function atLimit({ sweeps, mostSweeps }: ProjectionSettings, found: number): Warning {
  return {
    code: "chains-at-limit",
    message:
      `The chains went on from ${sweeps} to ${mostSweeps} sweeps, the most they were allowed, and still do not agree: the largest R-hat of ` +
      `ln σ² and of class probabilities is ${found.toFixed(3)}. Predictions may differ from one seed to another; raise mostSweeps to let ` +
      "the chains go on.",
  };
}

/** Where chains are asked for probabilities. */
interface JudgedPoints {
  /** Training rows. */
  readonly sets: Int32Array;
  /** Their columns, and below them those half way to rows of other classes. */
  readonly points: Matrix;
}

/** At most so many rows, and the middle between each of them and the nearest row of another class, the other classes in turn. */
export function judgedPoints(
  design: Matrix,
  { classes, classCount }: Pick<CountedRows, "classes" | "classCount">,
  most: number,
): JudgedPoints {
  const sets = evenlySpaced(design.rows, most);
  const { data, columns: p } = design;
  const points = matrix(2 * sets.length, p);
  sets.forEach((set, at) => {
    const other = (classes[set] + 1 + (at % (classCount - 1))) % classCount;
    const near = nearestOf(design, set, (row) => classes[row] === other);
    for (let j = 0; j < p; j++) {
      points.data[at * p + j] = data[set * p + j];
      points.data[(sets.length + at) * p + j] = (data[set * p + j] + data[near * p + j]) / 2;
    }
  });
  return { sets, points };
}

/** The row nearest to a row of those that are wanted; the row itself where none is. */
function nearestOf({ data, rows, columns: p }: Matrix, from: number, isWanted: (row: number) => boolean): number {
  let nearest = from;
  let least = Infinity;
  for (let row = 0; row < rows; row++) {
    if (!isWanted(row)) continue;
    let distance = 0;
    for (let j = 0; j < p; j++) distance += (data[row * p + j] - data[from * p + j]) ** 2;
    if (distance < least) [least, nearest] = [distance, row];
  }
  return nearest;
}

/** Some of so many rows. */
export function evenlySpaced(rows: number, most: number): Int32Array {
  const count = Math.min(most, rows);
  return Int32Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * rows) / count));
}
