import { fitSync, type Prediction, type Table } from "kernelbayes";
import { chuTwo } from "kernelbayes/data";
import { modelFromDocument, type ModelDocument } from "kernelbayes/models";
import { asText, columnNamed } from "kernelbayes/table";
import { bayesScore, type Score } from "@kernelbayes/papers/bayesRule";
import type { Row } from "./benchmark.ts";
import type { Simulated, SimulationSettings } from "./simulation.ts";
import { atMost } from "./verdict.ts";

const testRows = 20_002;
const usualSeeds = 5;
/** Nats over the Bayes rule on the test rows, on average of the seeds. */
const mostNats: Readonly<Record<string, number>> = { btsvc: 150, gpc: 60 };
/** What is measured besides a model as it is. */
const variants: Readonly<Record<string, Readonly<Record<string, ModelDocument>>>> = {
  gpc: { "gpc, probit": { name: "gpc", likelihood: "probit" } },
};
const mostError = 0.002;

/**
 * Two normals in the plane, 1000 rows to learn from and 20 002 to predict, half of each class: what a model loses beside
 * the rule that knows the densities, on the same rows. In expectation that rule has an error rate of 4.64 % and loses 2419.8 nats.
 */
export function simulatedPlane({ methods, seeds = usualSeeds, rows, engine, tell }: SimulationSettings): Simulated {
  const contestants = methods.flatMap((name) => [[name, { name }] as const, ...Object.entries(variants[name] ?? {})]);
  const found = Array.from({ length: seeds }, (_, at) => at + 1).flatMap((seed) => {
    const train = chuTwo({ rows, seed, positives: Math.floor(rows / 2) });
    const test = chuTwo({ rows: testRows, seed: 1000 + seed, positives: testRows / 2 });
    const best = bayesScore(test);
    return contestants.map(([method, model]) => {
      tell(`plane: ${method}, seed ${seed} of ${seeds}`);
      const posterior = fitSync(modelFromDocument(model), train, { target: "class", seed, engine });
      return { method, seed, best, evidence: posterior.evidence, ...scoreOf(posterior.predict(test), test) };
    });
  });
  const excess = (method: string, figure: keyof Score): number =>
    found.reduce((sum, each) => sum + (each.method === method ? each[figure] - each.best[figure] : 0), 0) / seeds;
  return {
    sections: [
      {
        title: `Two normals in the plane, ${rows} training rows, ${testRows} test rows`,
        rows: found.map(({ method, seed, best, nats, errors, evidence }): Row => ({
          seed,
          method,
          nats: nats.toFixed(1),
          "of Bayes": best.nats.toFixed(1),
          more: (nats - best.nats).toFixed(1),
          error: (errors / testRows).toFixed(4),
          "error of Bayes": (best.errors / testRows).toFixed(4),
          "log evidence": evidence === undefined ? "-" : evidence.toFixed(2),
        })),
      },
    ],
    verdicts: contestants.flatMap(([method]) => {
      const at = `mean of ${seeds} seeds`;
      if (!Object.hasOwn(mostNats, method)) return [];
      return [
        atMost(`plane: ${method}, nats over the Bayes rule, ${at}`, excess(method, "nats"), mostNats[method]),
        atMost(`plane: ${method}, error over the Bayes rule's, ${at}`, excess(method, "errors") / testRows, mostError),
      ];
    }),
  };
}

function scoreOf({ classes, labels, logProbabilities }: Prediction, table: Table): Score {
  let nats = 0;
  let errors = 0;
  asText(columnNamed(table, "class")).forEach((label = "", row) => {
    nats -= logProbabilities.data[row * classes.length + classes.indexOf(label)];
    if (labels[row] !== label) errors++;
  });
  return { nats, errors };
}
