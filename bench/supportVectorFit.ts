import { gaussian } from "kernelbayes";
import { ringnorm, torus } from "kernelbayes/data";
import { scale } from "kernelbayes/kernels";
import { type ModelDocument } from "kernelbayes/models";
import type { Row } from "./benchmark.ts";
import { ownContender, sklearnContender, type Contender } from "./contender.ts";
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

/** A way to fit, and what is asked of it. */
interface Entry {
  readonly name: string;
  readonly model: ModelDocument;
  /** How many times faster than scikit-learn, by engine, at no greater log loss; undefined where nothing was asked for. */
  readonly goals: { readonly native: number; readonly wasm: number | undefined } | undefined;
  /** Whether the evidence is that of the same model, and to be reached. */
  readonly sameEvidence: boolean;
}

const entries: readonly Entry[] = [
  {
    name: "btsvc, one start",
    model: { name: "btsvc", starts: [10], polish: false },
    goals: { native: 10, wasm: 4 },
    sameEvidence: false,
  },
  {
    // Shown beside the default.
    name: "btsvc by Laplace, one start",
    model: { name: "btsvc", inference: "laplace", starts: [10], polish: false },
    goals: undefined,
    sameEvidence: false,
  },
  {
    name: "btsvc, all starts and polish",
    model: { name: "btsvc", polish: true },
    goals: { native: 2, wasm: undefined },
    sameEvidence: false,
  },
  {
    // The kernel of scikit-learn at its starting values, and no other start.
    name: "gpc by Laplace, one start",
    model: { name: "gpc", inference: "laplace", kernel: scale(gaussian()).toDocument(), starts: [] },
    goals: { native: 4, wasm: 2 },
    sameEvidence: true,
  },
];

/** Rows from which on the goals hold. */
const targetFrom = 1000;
/** Two searches for the same maximum end within this of each other, relative to the log loss and in nats of evidence. */
const equalLoss = 1.001;
const equalEvidence = 0.01;

/** Whole fits with evidence, beside Gaussian processes of scikit-learn on the same rows. */
export async function fitPart(settings: PartSettings): Promise<PartReport> {
  const { engines, sizes = [500, 1000, 2000], python, tell } = settings;
  const peer = await sklearnContender("gpc", python);
  const missing = typeof peer === "string" ? [peer] : [];
  const peers = typeof peer === "string" ? [] : [peer];
  const own: { readonly entry: Entry; readonly contender: Contender }[] = [];
  try {
    for (const entry of entries) {
      for (const engine of engines) own.push({ entry, contender: await ownContender(engine.name, entry.model) });
    }
    const contenders = own.map(({ contender }) => contender);
    await warmUp([...contenders, ...peers], generators, tell);
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    const leftOut: string[] = [];
    for (const [data, generate] of Object.entries(generators)) {
      // Factorizations: the cube of the rows.
      const trend = new Trend(3);
      for (const n of sizes) {
        const running = peers.filter((each) => trend.expected(each, n) <= settings.mostSeconds);
        if (running.length < peers.length) {
          leftOut.push(`LEFT OUT: scikit-learn on ${data}, n = ${n} (--most-seconds ${settings.mostSeconds}).`);
          tell(leftOut[leftOut.length - 1]);
        }
        const measured = await measure([...contenders, ...running], generate, n, settings, `fit: ${data}, n = ${n}`);
        for (const each of running) trend.note(each, n, measured.get(each)!.seconds);
        const theirs = running.length > 0 ? measured.get(running[0]) : undefined;
        for (const { entry, contender } of own) {
          const engine = contender.name.replace(/^.*, /, "");
          const compared = compare(entry, `${data}, n = ${n}, ${engine}`, n, engine, measured.get(contender)!, theirs);
          verdicts.push(...compared.verdicts);
          rows.push({ data, n, model: entry.name, engine, ...compared.row });
        }
      }
    }
    return {
      sections: [{ title, rows, notes: [...missing, ...leftOut, ...explanations(peers, settings.draws)] }],
      verdicts,
    };
  } finally {
    for (const contender of [...own.map((each) => each.contender), ...peers]) contender.close();
  }
}

const title = "Whole fits with evidence, beside Gaussian processes of scikit-learn: CPU seconds";

function explanations(peers: readonly Contender[], draws: number): string[] {
  return [
    `Each figure is of ${draws} draws: times are medians, log losses (of ${testRows} test rows) means, and \`evidence\` is the least of ours less`,
    "theirs, in nats, where both are of the same model: a kernel scaled and gaussian, the logistic likelihood, Laplace's method. Each",
    `contender is a process on one thread, which has fitted other rows (n = ${warmUpRows}) for ${warmUpSeconds} CPU seconds before; reading the rows is not`,
    `counted, standardizing them is. Log losses within a factor ${equalLoss} and evidence within ${equalEvidence} count as equal: two searches for one maximum`,
    "do not end at the same bits.",
    ...peers.map(({ name }) => `Theirs: ${name}.`),
  ];
}

function compare(
  { name, goals, sameEvidence }: Entry,
  at: string,
  n: number,
  engine: string,
  own: Measured,
  theirs: Measured | undefined,
): { readonly row: Row; readonly verdicts: readonly Verdict[] } {
  const goal = n < targetFrom ? undefined : engine.startsWith("native") ? goals?.native : goals?.wasm;
  const ratio = theirs === undefined ? NaN : theirs.seconds / own.seconds;
  const lossRatio = theirs === undefined ? NaN : own.loss / theirs.loss;
  const above =
    theirs === undefined ? NaN : Math.min(...own.evidence.map((each, draw) => each - theirs.evidence[draw]));
  const speed = goal === undefined ? [] : [atLeast(`fit: ${name}, times faster than scikit-learn, ${at}`, ratio, goal)];
  const loss = goals ? [atMost(`fit: ${name}, log loss / scikit-learn's, ${at}`, lossRatio, equalLoss)] : [];
  const evidence = sameEvidence
    ? [atLeast(`fit: ${name}, evidence less scikit-learn's, ${at}`, above, -equalEvidence)]
    : [];
  const shown = (value: number | undefined, digits: number): string =>
    value === undefined || Number.isNaN(value) ? "-" : value.toFixed(digits);
  return {
    row: {
      "ours s": shown(own.seconds, 3),
      "theirs s": shown(theirs?.seconds, 2),
      ratio: shown(ratio, 1),
      goal: goal === undefined ? "" : `≥ ${goal}`,
      speed: speed.map(judged).join(),
      "log loss": shown(own.loss, 4),
      theirs: shown(theirs?.loss, 4),
      loss: loss.map(judged).join(),
      evidence: sameEvidence ? shown(above, 3) : "",
      "evidence verdict": evidence.map(judged).join(),
    },
    verdicts: [...speed, ...loss, ...evidence],
  };
}
