import { bayesianFisher, fit, type Table } from "kernelbayes";
import { banana, ringnorm, torus } from "kernelbayes/data";
import { matrix } from "kernelbayes/engine";
import { evaluate, trainingData } from "kernelbayes/evaluate";
import type { Row } from "./benchmark.ts";
import type { PartReport, PartSettings } from "./part.ts";

const generators: Readonly<Record<string, (options: { rows: number; seed: number }) => Table>> = {
  banana,
  ringnorm,
  torus,
};
const ranks = [4, 8, 16, 32] as const;
const bases = ["pivoted", "informative"] as const;
const target = "class";
const [trainingRows, testRows] = [300, 2000];

/** Log loss of a sparse bfd by the rows that its kernel is made of, beside that of all rows. */
export async function basisPart({ draws, tell }: PartSettings): Promise<PartReport> {
  const rows: Row[] = [];
  for (const [data, generate] of Object.entries(generators)) {
    const lossOf = async (options: Parameters<typeof bayesianFisher>[0]): Promise<number> => {
      let sum = 0;
      for (let seed = 1; seed <= draws; seed++) {
        const training = generate({ rows: trainingRows, seed });
        sum += await logLoss(training, generate({ rows: testRows, seed: 1000 + seed }), options);
      }
      return sum / draws;
    };
    const all = await lossOf({ rank: "all" });
    for (const rank of ranks) {
      tell(`basis: ${data}, ${rank} rows`);
      const [pivoted, informative] = [await lossOf({ rank, basis: bases[0] }), await lossOf({ rank, basis: bases[1] })];
      rows.push({ data, rank, ...rounded({ pivoted, informative, "all rows": all }) });
    }
  }
  const title = `Sparse bfd by its basis: mean test log loss, ${trainingRows} training rows, ${draws} draws`;
  return { sections: [{ title, rows }], verdicts: [] };
}

function rounded(losses: Readonly<Record<string, number>>): Row {
  return Object.fromEntries(Object.entries(losses).map(([name, loss]) => [name, loss.toFixed(4)]));
}

async function logLoss(training: Table, test: Table, options: Parameters<typeof bayesianFisher>[0]): Promise<number> {
  const posterior = await fit(bayesianFisher(options), training, { target, seed: 1 });
  const { logProbabilities } = posterior.predict(test, { intervals: false });
  const { names, classes } = trainingData(test, { target });
  const truth = classes.map((q) => posterior.classes.indexOf(names[q]));
  const probabilities = matrix(test.rows, 2, logProbabilities.data.map(Math.exp));
  return evaluate({ probabilities, logProbabilities }, truth).logLoss.mean;
}
