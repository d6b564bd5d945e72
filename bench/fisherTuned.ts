import { ringnorm, torus } from "kernelbayes/data";
import type { Row } from "./benchmark.ts";
import { ownContender, peerContenders, type Contender } from "./contender.ts";
import {
  measure,
  testRows,
  Trend,
  warmUp,
  warmUpRows,
  warmUpSeconds,
  type Generator,
  type Measured,
} from "./contest.ts";
import type { PartReport, PartSettings } from "./part.ts";
import { atLeast, atMost, judged, type Verdict } from "./verdict.ts";

const generators: Readonly<Record<string, Generator>> = { torus, ringnorm };
/** How many times faster than the faster peer, from so many rows on. */
const goals: readonly (readonly [number, number])[] = [
  [250, 8],
  [500, 10],
  [1000, 30],
  [2000, 30],
  [4000, 100],
];
const lossGoal = 1.02;

/** Fits with nothing left to choose: ours beside support vector machines tuned on a grid, on the same rows. */
export async function tunedPart(settings: PartSettings): Promise<PartReport> {
  const { engines, sizes = goals.map(([rows]) => rows), python, tell } = settings;
  const { peers, missing } = await peerContenders(python);
  const own: Contender[] = [];
  try {
    for (const engine of engines) own.push(await ownContender(engine.name));
    const first = await warmUp([...own, ...peers], generators, tell);
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    const leftOut: string[] = [];
    for (const [data, generate] of Object.entries(generators)) {
      // The times of a support vector machine grow with the square of the rows.
      const trend = new Trend(2);
      for (const n of sizes) {
        const running = peers.filter((peer) => {
          const expected = trend.expected(peer, n);
          if (expected <= settings.mostSeconds) return true;
          leftOut.push(
            `LEFT OUT: ${peer.name} on ${data}, n = ${n}: one fit would take about ${Math.round(expected)} CPU seconds ` +
              `(--most-seconds ${settings.mostSeconds}).`,
          );
          tell(leftOut[leftOut.length - 1]);
          return false;
        });
        const measured = await measure([...own, ...running], generate, n, settings, `tuned: ${data}, n = ${n}`);
        for (const peer of running) trend.note(peer, n, measured.get(peer)!.seconds);
        for (const contender of own) {
          const compared = compare(measured.get(contender)!, running, measured, goalAt(n));
          const at = `${data}, n = ${n}, ${contender.name.replace(/^.*, /, "")}`;
          const { speed, loss } = verdictsOf(at, compared);
          verdicts.push(...(speed ? [speed] : []), loss);
          rows.push(rowOf(data, n, contender, compared, peers, measured, speed, loss));
        }
      }
    }
    return {
      sections: [{ title, rows, notes: [...missing, ...leftOut, ...explanations(first, peers, settings.draws)] }],
      verdicts,
    };
  } finally {
    for (const contender of [...own, ...peers]) contender.close();
  }
}

const title =
  "Tuned probabilistic fits: lssvm beside support vector machines on a 7 × 7 grid with five folds, CPU seconds";

function explanations(first: readonly string[], peers: readonly Contender[], draws: number): string[] {
  return [
    `Each figure is of ${draws} draws: times are medians (a draw is fitted in two turns up to three times within half a CPU second, and the fastest counts),`,
    `log losses (of ${testRows} test rows) are means. \`ratio\` is to the faster`,
    "peer, `to best` to the peer with the least log loss. Each contender is a process on one thread, which has fitted other",
    `rows (n = ${warmUpRows}) for ${warmUpSeconds} CPU seconds before; reading the rows is not counted, standardizing them is. The peers choose C and γ by`,
    "accuracy and fit once more with probabilities, which is their cheapest way. The first fit of each process, which compiles:",
    ...first,
    ...peers.map(({ name }, i) => `Peer ${i + 1}: ${name}.`),
  ];
}

function goalAt(n: number): number | undefined {
  return goals.findLast(([rows]) => rows <= n)?.[1];
}

interface Compared extends Measured {
  /** Times of the faster peer over ours; NaN without a peer. */
  readonly ratio: number;
  /** Our log loss over the least of the peers'. */
  readonly lossRatio: number;
  readonly goal: number | undefined;
}

function compare(
  own: Measured,
  peers: readonly Contender[],
  measured: ReadonlyMap<Contender, Measured>,
  goal: number | undefined,
): Compared {
  const others = peers.map((peer) => measured.get(peer)!);
  const least = (values: readonly number[]): number => (values.length === 0 ? NaN : Math.min(...values));
  return {
    ...own,
    ratio: least(others.map(({ seconds }) => seconds)) / own.seconds,
    lossRatio: own.loss / least(others.map(({ loss }) => loss)),
    goal,
  };
}

function verdictsOf(
  at: string,
  { ratio, lossRatio, goal }: Compared,
): { readonly speed: Verdict | undefined; readonly loss: Verdict } {
  return {
    speed: goal === undefined ? undefined : atLeast(`tuned: times faster than the faster peer, ${at}`, ratio, goal),
    loss: atMost(`tuned: log loss / best peer's, ${at}`, lossRatio, lossGoal),
  };
}

function rowOf(
  data: string,
  n: number,
  { name }: Contender,
  { seconds, loss, ratio, lossRatio, goal }: Compared,
  peers: readonly Contender[],
  measured: ReadonlyMap<Contender, Measured>,
  speed: Verdict | undefined,
  lossVerdict: Verdict,
): Row {
  const shown = (value: number | undefined, digits: number): string =>
    value === undefined || Number.isNaN(value) ? "-" : value.toFixed(digits);
  const ofPeers = (figure: "seconds" | "loss", digits: number, unit: string): Row =>
    Object.fromEntries(peers.map((peer, i) => [`peer ${i + 1}${unit}`, shown(measured.get(peer)?.[figure], digits)]));
  return {
    data,
    n,
    engine: name.replace(/^.*, /, ""),
    "lssvm s": shown(seconds, 3),
    ...ofPeers("seconds", 2, " s"),
    ratio: shown(ratio, 1),
    goal: goal === undefined ? "" : `≥ ${goal}`,
    speed: speed ? judged(speed) : "",
    "log loss": shown(loss, 4),
    ...ofPeers("loss", 4, ""),
    "to best": shown(lossRatio, 3),
    loss: judged(lossVerdict),
  };
}
