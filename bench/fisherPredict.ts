import { ringnorm, torus } from "kernelbayes/data";
import type { Row } from "./benchmark.ts";
import { contenderRows, ownContender, peerContenders, type Contender } from "./contender.ts";
import type { PartReport, PartSettings } from "./part.ts";
import { atLeast, type Verdict } from "./verdict.ts";

const testRows = 10_000;
const leastRuns = 10;

/** Prediction with probabilities, ours with intervals too, by machines that were tuned on the same rows. */
export async function predictPart({
  engines,
  sizes = [2000],
  repeats,
  python,
  tell,
}: PartSettings): Promise<PartReport> {
  const { peers, missing } = await peerContenders(python);
  const own: Contender[] = [];
  try {
    for (const engine of engines) own.push(await ownContender(engine.name));
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    for (const [data, generate] of Object.entries({ torus, ringnorm })) {
      for (const n of sizes) {
        const { truth: _, ...given } = contenderRows(
          generate({ rows: n, seed: 1001 }),
          generate({ rows: testRows, seed: 2001 }),
        );
        const fastest = new Map<Contender, number>();
        for (const contender of [...own, ...peers]) {
          tell(`predict: ${data}, n = ${n}, fit of ${contender.name}`);
          await contender.load(given);
          await contender.fit(1);
          await contender.predict();
        }
        for (let run = 0; run < Math.max(leastRuns, repeats); run++) {
          for (const contender of [...own, ...peers]) {
            const { seconds } = await contender.predict();
            fastest.set(contender, Math.min(seconds, fastest.get(contender) ?? Infinity));
          }
        }
        const speedOf = (contender: Contender): number => testRows / fastest.get(contender)!;
        for (const contender of own) {
          const engine = contender.name.replace(/^.*, /, "");
          rows.push({
            data,
            n,
            engine,
            "lssvm rows/s": Math.round(speedOf(contender)),
            ...Object.fromEntries(peers.map((peer, i) => [`peer ${i + 1} rows/s`, Math.round(speedOf(peer))])),
            ...Object.fromEntries(
              peers.map((peer, i) => [`to peer ${i + 1}`, (speedOf(contender) / speedOf(peer)).toFixed(2)]),
            ),
          });
          for (const peer of peers) {
            const criterion = `predict: rows per second to ${peer.name.split(" SVC")[0]}'s, ${data}, n = ${n}, ${engine}`;
            verdicts.push(atLeast(criterion, speedOf(contender) / speedOf(peer), 1));
          }
        }
      }
    }
    return { sections: [{ title, rows, notes: [...missing, ...explanations(peers, repeats)] }], verdicts };
  } finally {
    for (const contender of [...own, ...peers]) contender.close();
  }
}

const title = `Prediction of ${testRows} rows with probabilities (lssvm: labels and intervals too), rows per CPU second`;

function explanations(peers: readonly Contender[], repeats: number): string[] {
  return [
    `The fastest of ${Math.max(leastRuns, repeats)} predictions each, in turn, after one that does not count; standardizing the rows is included.`,
    ...peers.map(({ name }, i) => `Peer ${i + 1}: ${name}.`),
  ];
}
