import { fit, tableFromColumns, type Model, type Table } from "kernelbayes";
import { stream } from "kernelbayes/numeric";
import { UsageError } from "./benchmark.ts";
import { modelNamed, type HonestyPart, type HonestySettings } from "./honestyPart.ts";
import { atLeast, atMost, type Verdict } from "./verdict.ts";

/** A law of two classes: the log odds of a row of numbers, and how rows are drawn. */
interface Truth {
  readonly row: number[];
  readonly odds: number;
}

type Draw = (uniform: () => number) => () => Truth;

const columns = 3;

/** Truths that models can represent. */
const truths: Readonly<Record<string, Draw>> = {
  logistic(uniform) {
    const slopes = Array.from({ length: columns }, () => normal(uniform));
    return () => {
      const row = Array.from({ length: columns }, () => normal(uniform));
      return { row, odds: row.reduce((sum, value, j) => sum + slopes[j] * value, 0) };
    };
  },
  "Gaussian classes"(uniform) {
    const mean = Array.from({ length: columns }, () => 0.8 * normal(uniform));
    return () => {
      const side = uniform() < 0.5 ? 1 : -1;
      const row = mean.map((each) => side * each + normal(uniform));
      return { row, odds: 2 * row.reduce((sum, value, j) => sum + mean[j] * value, 0) };
    };
  },
  "Gaussian process"(uniform) {
    // Random features of a Gaussian kernel of width √3, a good approximation of a draw of the process.
    const features = Array.from({ length: 300 }, () => ({
      direction: Array.from({ length: columns }, () => normal(uniform) / Math.sqrt(columns)),
      phase: 2 * Math.PI * uniform(),
      weight: normal(uniform),
    }));
    const scale = 1.5 * Math.sqrt(2 / features.length);
    return () => {
      const row = Array.from({ length: columns }, () => normal(uniform));
      const angle = (direction: readonly number[]): number =>
        direction.reduce((sum, each, j) => sum + each * row[j], 0);
      const odds = features.reduce(
        (sum, { direction, phase, weight }) => sum + weight * Math.cos(angle(direction) + phase),
        0,
      );
      return { row, odds: scale * odds };
    };
  },
};

/** The truths that each model can represent. */
const represented: Readonly<Record<string, readonly string[]>> = {
  logistic: ["logistic"],
  lda: ["Gaussian classes"],
  rda: ["Gaussian classes"],
  gpc: ["Gaussian process"],
  lssvm: ["Gaussian process"],
  bfd: ["Gaussian process"],
  btsvc: ["Gaussian process"],
  svc: ["Gaussian process"],
  auto: Object.keys(truths),
};

const level = 0.9;
const tested = 200;

/** How often intervals of class probabilities hold the true probability, where that is known. */
export const honestyCoverage: HonestyPart = async (settings) => {
  const { models: given, sizes = [50, 200, 800], draws = 50, seed, tell } = settings;
  const chosen = given ?? Object.keys(represented).map((name) => [name, modelNamed(name)] as const);
  const rows: Record<string, string | number>[] = [];
  const verdicts: Verdict[] = [];
  for (const [name, model] of chosen) {
    for (const [truth, draw] of chosenTruths(settings)) {
      for (const n of sizes) {
        const figures: CoverageDraw[] = [];
        for (let at = 0; at < draws; at++) {
          const key = `coverage ${name} ${truth} ${n} ${seed} ${at}`;
          const revision = await settings.revision(name, model, "predictions", { rows: n, columns });
          const figure = await settings.kept.result(key, revision, () => coverageOf(model, draw, n, at, settings));
          if (figure) figures.push(figure);
        }
        const mean = (of: keyof CoverageDraw): number =>
          figures.reduce((sum, figure) => sum + figure[of], 0) / figures.length;
        tell(`coverage: ${name}, ${truth}, ${n} rows: ${mean("covered").toFixed(3)}`);
        rows.push({
          model: name,
          truth,
          rows: n,
          draws: figures.length,
          covered: mean("covered").toFixed(3),
          "mean width": mean("width").toFixed(3),
        });
        if (!(represented[name] ?? []).includes(truth)) continue;
        const what = `${name}, ${truth}, ${n} rows: coverage at ${level}`;
        verdicts.push(atLeast(what, mean("covered"), 0.85), atMost(what, mean("covered"), n <= 50 ? 0.97 : 0.95));
      }
    }
  }
  return {
    verdicts,
    sections: [{ title: `Intervals of class probabilities at ${level}, where the truth is known`, rows }],
  };
};

function chosenTruths({ truths: names }: HonestySettings): [string, Draw][] {
  const unknown = names?.find((name) => !Object.hasOwn(truths, name));
  if (unknown !== undefined)
    throw new UsageError(`There is no truth "${unknown}"; there are ${Object.keys(truths).join(", ")}.`);
  return Object.entries(truths).filter(([name]) => names?.includes(name) ?? true);
}

/** The share of intervals that hold the truth, and their mean width, for one draw. */
interface CoverageDraw {
  readonly covered: number;
  readonly width: number;
}

/** Null where the training rows would be of one class. */
async function coverageOf(
  model: Model,
  draw: Draw,
  n: number,
  at: number,
  { seed, executor }: HonestySettings,
): Promise<CoverageDraw | null> {
  const random = stream(seed * 1000 + at, n);
  const next = draw(() => random.uniform());
  const training = drawn(n, next, () => random.uniform());
  if (training === undefined) return null;
  const posterior = await fit(model, training, { target: "y", executor });
  const places = Array.from({ length: tested }, next);
  const { lower, upper } = posterior.predict(tableOfRows(places), { level });
  const upperClass = posterior.classes.indexOf("b");
  let covered = 0;
  let width = 0;
  places.forEach(({ odds }, row) => {
    const p = 1 / (1 + Math.exp(-odds));
    const [low, high] = [lower.data[2 * row + upperClass], upper.data[2 * row + upperClass]];
    if (low <= p && p <= high) covered++;
    width += high - low;
  });
  return { covered: covered / tested, width: width / tested };
}

/** A training table, or nothing if it would have one class only. */
function drawn(n: number, next: () => Truth, uniform: () => number): Table | undefined {
  const places = Array.from({ length: n }, next);
  const labels = places.map(({ odds }) => (uniform() < 1 / (1 + Math.exp(-odds)) ? "b" : "a"));
  if (new Set(labels).size < 2) return undefined;
  const { columns: features } = tableOfRows(places);
  return { rows: n, columns: [...features, ...tableFromColumns({ y: labels }).columns] };
}

function tableOfRows(places: readonly Truth[]): Table {
  const names = Array.from({ length: columns }, (_, j) => [`x${j}`, places.map(({ row }) => row[j])] as const);
  return tableFromColumns(Object.fromEntries(names));
}

function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
