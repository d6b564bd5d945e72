import { fitSync, type Table } from "kernelbayes";
import { chuOne } from "kernelbayes/data";
import { type Engine } from "kernelbayes/engine";
import { modelFromDocument } from "kernelbayes/models";
import { asText, columnNamed } from "kernelbayes/table";
import type { Row } from "./benchmark.ts";
import { fittedKernel } from "./fittedKernel.ts";
import type { Simulated, SimulationSettings } from "./simulation.ts";
import { atLeast } from "./verdict.ts";

const usualSeeds = 10;
const rows = 100;
/** Of ten seeds, in how many the paper's observations have to hold. */
const leastShare = 0.9;

/** What a fit to the line found. */
interface LineFit {
  /** κ₀ and κ, the latter in the unit of the column, not of its deviation. */
  readonly variance: number;
  readonly relevance: number;
  readonly evidence: number | undefined;
  /** The training row whose own class got the lowest probability, and that probability. */
  readonly strangest: number;
  readonly probability: number;
}

/** What an observation of the paper is about: the same rows without the outlier and with it. */
interface Pair {
  readonly seed: number;
  readonly without: LineFit;
  readonly with: LineFit;
}

const observations: Readonly<Record<string, (pair: Pair) => boolean>> = {
  "κ₀ falls with the outlier": (pair) => pair.with.variance < pair.without.variance,
  "κ rises with the outlier": (pair) => pair.with.relevance > pair.without.relevance,
  // The outlier is the last row.
  "the outlier has the lowest probability of its own class": (pair) => pair.with.strangest === rows,
};

/**
 * Two normals on a line, a hundred rows, without and with one row of the wrong class in the middle of the other: the outlier
 * makes the function smaller and rougher, and is the row that the model believes least. Chu, Keerthi & Ong, section 5.1.
 */
export function simulatedLine({ methods, seeds = usualSeeds, engine, tell }: SimulationSettings): Simulated {
  // The paper says this of the trigonometric classifier alone.
  const method = methods[0];
  const pairs = Array.from({ length: seeds }, (_, at): Pair => {
    const seed = at + 1;
    tell(`line: ${method}, seed ${seed} of ${seeds}`);
    const [without, withOutlier] = [false, true].map((outlier) =>
      fitLine(method, chuOne({ rows, seed, outlier }), seed, engine),
    );
    return { seed, without, with: withOutlier };
  });
  return {
    sections: [
      {
        title: `${method} on a line, without and with an outlier`,
        rows: pairs.flatMap(({ seed, without, with: withOutlier }) => [
          lineRow(seed, "no", without),
          lineRow(seed, "yes", withOutlier),
        ]),
        notes: ["κ₀ and κ are the variance and one over the squared length scale, in the unit of the column."],
      },
    ],
    verdicts: Object.entries(observations).map(([observation, holds]) =>
      atLeast(
        `line: ${method}, ${observation}, seeds of ${seeds}`,
        pairs.filter(holds).length,
        Math.ceil(leastShare * seeds),
      ),
    ),
  };
}

function fitLine(method: string, table: Table, seed: number, engine: Engine): LineFit {
  const posterior = fitSync(modelFromDocument({ name: method }), table, { target: "class", seed, engine });
  const { variance, relevances } = fittedKernel(posterior);
  const { classes, probabilities } = posterior.predict(table);
  const own = asText(columnNamed(table, "class")).map(
    (label = "", row) => probabilities.data[row * classes.length + classes.indexOf(label)],
  );
  const probability = Math.min(...own);
  return {
    variance,
    relevance: relevances[0] / squaredDeviation(table),
    evidence: posterior.evidence,
    strangest: own.indexOf(probability),
    probability,
  };
}

/** The variance of the column (divisor n − 1), by which it was standardized. */
function squaredDeviation(table: Table): number {
  const column = columnNamed(table, "x1");
  if (column.type !== "number") throw new Error("x1 should hold numbers.");
  const mean = column.values.reduce((sum, x) => sum + x, 0) / table.rows;
  return column.values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (table.rows - 1);
}

function lineRow(
  seed: number,
  outlier: string,
  { variance, relevance, evidence, strangest, probability }: LineFit,
): Row {
  return {
    seed,
    outlier,
    κ0: variance.toPrecision(3),
    κ: relevance.toPrecision(3),
    "log evidence": evidence === undefined ? "-" : evidence.toFixed(2),
    "least own probability": probability.toPrecision(2),
    "of row": strangest + 1,
  };
}
