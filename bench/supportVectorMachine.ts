import { gaussian, type Table } from "kernelbayes";
import { ringnorm, torus } from "kernelbayes/data";
import { type Engine } from "kernelbayes/engine";
import { kernelRows, minimalOptimization } from "#kernelbayes/internal";
import type { Row } from "./benchmark.ts";
import { contenderRows, libsvmContender, ownContender, type Contender } from "./contender.ts";
import { testRows, warmUpSeconds, type Generator } from "./contest.ts";
import { cpuMilliseconds } from "./cpuTime.ts";
import { encodedTable } from "./encodedTable.ts";
import type { PartReport, PartSettings } from "./part.ts";
import { atMost, type Verdict } from "./verdict.ts";

const generators: Readonly<Record<string, Generator>> = { torus, ringnorm };
/** Easy and hard. */
const costs = [1, 64];
/** γ = 1 over the number of columns, that is ℓ² = half of it. */
const gammaTimesColumns = 1;
const lengthScaleOf = (columns: number): number => Math.sqrt(columns / (2 * gammaTimesColumns));
/** Both stop when the conditions are violated by no more than this. */
const tolerance = 1e-3;
const mostTraining = 1.5;
const mostPrediction = 1;
/** The targets are for orders from this one on. */
const targetFrom = 2000;
const leastRuns = 5;

/** Support vector machines at given C and width, beside libsvm-js: training alone, with probabilities, and prediction. */
export async function svcPart({ engines, sizes = [2000], repeats, tell }: PartSettings): Promise<PartReport> {
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  const missing = new Set<string>();
  for (const cost of costs) {
    const peers = await peersAt(cost, missing);
    try {
      for (const [data, generate] of Object.entries(generators)) {
        for (const n of sizes) {
          const train = generate({ rows: n, seed: 1001 });
          const test = generate({ rows: testRows, seed: 2001 });
          for (const engine of engines) {
            tell(`svc: ${data}, n = ${n}, C = ${cost}, ${engine.name}`);
            const times = await fastest(engine, cost, { train, test }, peers, Math.max(leastRuns, repeats));
            const at = `C = ${cost}, ${data}, n = ${n}, ${engine.name}`;
            const ratios = {
              training: times.own.training / times.theirs.training,
              "with probabilities": times.own.fit / times.theirs.fit,
              prediction: times.own.predict / times.theirs.predict,
            };
            rows.push({ data, n, C: cost, engine: engine.name, ...cellsOf(times, ratios) });
            if (n < targetFrom) continue;
            for (const [what, ratio] of Object.entries(ratios)) {
              const limit = what === "prediction" ? mostPrediction : mostTraining;
              verdicts.push(atMost(`svc: ${what} / libsvm-js's, ${at}`, ratio, limit));
            }
          }
        }
      }
    } finally {
      for (const peer of [peers.plain, peers.probable]) peer?.close();
    }
  }
  return { sections: [{ title, rows, notes: [...missing, ...explanations] }], verdicts };
}

const title = "svc at given C and width beside libsvm-js: CPU milliseconds";
const explanations = [
  "`training` solves for the coefficients alone, kernel matrix included; `with probabilities` is a whole fit of the model, with the logistic curve",
  `on outputs of left-out folds, beside libsvm-js with probability estimates, which does the same; \`prediction\` is of probabilities for ${testRows} rows.`,
  "Both stop at violations of 0.001, standardize their rows, run on one thread and are warm; the fastest of several runs each, in turn.",
];

/** libsvm-js without and with probabilities. */
interface Peers {
  readonly plain: Contender | undefined;
  readonly probable: Contender | undefined;
}

async function peersAt(cost: number, missing: Set<string>): Promise<Peers> {
  const [plain, probable] = await Promise.all(
    [false, true].map(async (probabilities) => {
      const peer = await libsvmContender({ cost, gammaTimesColumns, probabilities });
      if (typeof peer !== "string") return peer;
      missing.add(peer);
      return undefined;
    }),
  );
  return { plain, probable };
}

/** CPU milliseconds. */
interface Times {
  readonly training: number;
  readonly fit: number;
  readonly predict: number;
}

async function fastest(
  engine: Engine,
  cost: number,
  { train, test }: { readonly train: Table; readonly test: Table },
  { plain, probable }: Peers,
  runs: number,
): Promise<{ readonly own: Times; readonly theirs: Times }> {
  const columns = train.columns.length - 1;
  const kernel = gaussian({ lengthScale: lengthScaleOf(columns), fixed: ["lengthScale"] });
  const { truth: _, ...given } = contenderRows(train, test);
  const { X, classes } = encodedTable(train);
  const signs = Float64Array.from(classes, (q) => (q === 1 ? 1 : -1));
  const solve = (): void => {
    const problem = { rows: kernelRows(engine, kernel, X), signs, costs: new Float64Array(X.rows).fill(cost) };
    if (!minimalOptimization(problem).run(1e7, tolerance)) throw new Error("The machine did not settle.");
  };
  const own = await ownContender(engine.name, { name: "svc", cost, kernel: kernel.toDocument() });
  try {
    const contenders = [own, plain, probable].filter((each) => each !== undefined);
    for (const contender of contenders) await contender.load(given);
    await warmUp(solve, contenders);
    const first = { training: Infinity, fit: Infinity, predict: Infinity };
    let ours: Times = first;
    let theirs: Times = plain && probable ? first : { training: NaN, fit: NaN, predict: NaN };
    const least = (a: Times, b: Times): Times => ({
      training: Math.min(a.training, b.training),
      fit: Math.min(a.fit, b.fit),
      predict: Math.min(a.predict, b.predict),
    });
    for (let run = 0; run < runs; run++) {
      const now: Times = { training: cpuMilliseconds(solve), ...(await fitAndPredict(own)) };
      const then: Times | undefined = plain &&
        probable && { training: 1000 * (await plain.fit(1)).seconds, ...(await fitAndPredict(probable)) };
      ours = least(ours, now);
      if (then) theirs = least(theirs, then);
    }
    return { own: ours, theirs };
  } finally {
    own.close();
  }
}

/** Runs that do not count, until everybody has spent enough CPU time to be compiled. */
async function warmUp(solve: () => void, contenders: readonly Contender[]): Promise<void> {
  for (let spent = 0; spent < 1000 * warmUpSeconds;) spent += cpuMilliseconds(solve);
  for (const contender of contenders) {
    for (let spent = 0; spent < warmUpSeconds;) spent += (await contender.fit(1)).seconds;
  }
}

async function fitAndPredict(contender: Contender): Promise<Omit<Times, "training">> {
  const { seconds } = await contender.fit(1);
  return { fit: 1000 * seconds, predict: 1000 * (await contender.predict()).seconds };
}

function cellsOf({ own }: { readonly own: Times }, ratios: Readonly<Record<string, number>>): Row {
  const ms: Readonly<Record<string, number>> = {
    training: own.training,
    "with probabilities": own.fit,
    prediction: own.predict,
  };
  return Object.fromEntries(
    Object.entries(ratios).flatMap(([what, ratio]) => [
      [what, ms[what].toFixed(0)],
      [`${what} / theirs`, Number.isNaN(ratio) ? "-" : ratio.toFixed(2)],
    ]),
  );
}
