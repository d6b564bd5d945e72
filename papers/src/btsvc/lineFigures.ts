import type { ResultRow } from "@kernelbayes/experiment/node";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import { foundOf } from "../found.ts";
import type { Claim, ReproduceSettings } from "../paper.ts";
import { publishedParameters, type PublishedParameters } from "../published.ts";
import { kappasOf } from "./kappas.ts";
import { lineOf } from "./lineTask.ts";
import { threeDigits } from "./threeDigits.ts";

/** A figure of the printed table. */
interface Quantity {
  readonly title: string;
  /** Its name among the printed hyperparameters. */
  readonly name: string;
  readonly of: (row: ResultRow) => number | undefined;
}

const supportVectors: Quantity = {
  title: "support vectors",
  name: "supportVectors",
  of: (row) => foundOf(row).keptRows ?? row.trainRows,
};
const ofKernel = (title: string, name: "kappa0" | "kappa" | "kappaB"): Quantity => ({
  title,
  name,
  of(row) {
    const { kernel } = foundOf(row);
    return kernel && kappasOf(kernel)[name];
  },
});
const evidence: Quantity = {
  title: "−ln evidence",
  name: "negativeLogEvidence",
  of(row) {
    const { evidence: log } = foundOf(row);
    return log === undefined ? undefined : -log;
  },
};
const quantities: Readonly<Record<string, readonly Quantity[]>> = {
  BTSVC: [ofKernel("κ₀", "kappa0"), ofKernel("κ", "kappa"), ofKernel("κ_b", "kappaB"), supportVectors, evidence],
  SVC: [{ title: "C", name: "C", of: (row) => foundOf(row).chosen?.cost }, ofKernel("κ", "kappa"), supportVectors],
};

/** The printed figures of a machine, beside those of our draws. */
export function lineCells(
  machine: string,
  dataset: string,
  done: readonly ResultRow[],
  { directory }: ReproduceSettings,
): Record<string, string>[] {
  const [printed]: readonly (PublishedParameters | undefined)[] = publishedParameters(directory, {
    source: "chu2003",
    table: "Table 1",
    method: machine,
    dataset,
  });
  return (quantities[machine] ?? []).map((quantity) => {
    const values = done.flatMap((row) => quantity.of(row) ?? []).toSorted((a, b) => a - b);
    const inPrint = printed?.[quantity.name];
    return {
      machine,
      figure: quantity.title,
      "printed, one draw": typeof inPrint === "number" ? String(inPrint) : "",
      "ours, median": values.length === 0 ? "" : threeDigits(values[values.length >> 1]),
      "ours, least to largest":
        values.length === 0 ? "" : `${threeDigits(values[0])} to ${threeDigits(values[values.length - 1])}`,
    };
  });
}

/** What the paper sees on its one draw, and in how many of ours it holds. */
const observations: Readonly<Record<string, (without: ResultRow, withOutlier: ResultRow) => boolean>> = {
  "κ₀ is lower with the outlier": (a, b) => of(quantities.BTSVC[0], b) < of(quantities.BTSVC[0], a),
  "κ is higher, the function rougher": (a, b) => of(quantities.BTSVC[1], b) > of(quantities.BTSVC[1], a),
  "there are more support vectors": (a, b) => of(supportVectors, b) > of(supportVectors, a),
  "the evidence is lower": (a, b) => of(evidence, b) > of(evidence, a),
  "no row has less probability of its own class than the outlier": (_, b) => {
    const { own } = lineOf(b);
    // The outlier is the last row.
    return own[own.length - 1] === Math.min(...own);
  },
};

function of(quantity: Quantity, row: ResultRow): number {
  return quantity.of(row) ?? Number.NaN;
}

/** Says in how many draws each of them holds, given the rows of the trigonometric classifier without and with the outlier. */
export function outlierText([without = [], withOutlier = []]: readonly (readonly ResultRow[])[]): string {
  const lines = countsOf(without, withOutlier).map(({ text, number, of: all }) => `- ${text}: ${number} of ${all}`);
  return ["What the outlier does to the trigonometric classifier, in how many draws:", lines.join("\n")].join("\n\n");
}

/** The same as conclusions: what holds in most of our draws. */
export function outlierClaims([without = [], withOutlier = []]: readonly (readonly ResultRow[])[]): Claim[] {
  return countsOf(without, withOutlier).map(({ text, number, of: all }) =>
    judgedClaim(
      {
        claim: `With an outlier of the wrong class ${text}. (Rule: in at least three quarters of the draws.)`,
        where: "Section 5.1, Table 1 and Figure 2",
      },
      all >= 10,
      number >= 0.75 * all,
      `In ${number} of ${all} draws.`,
    ),
  );
}

/** In how many pairs of draws each observation holds. */
function countsOf(
  without: readonly ResultRow[],
  withOutlier: readonly ResultRow[],
): { readonly text: string; readonly number: number; readonly of: number }[] {
  const pairs = without.flatMap((row) => {
    const other = withOutlier.find(({ partition }) => partition === row.partition);
    return other ? [{ without: row, withOutlier: other }] : [];
  });
  return Object.entries(observations).map(([text, holds]) => ({
    text,
    number: pairs.filter((pair) => holds(pair.without, pair.withOutlier)).length,
    of: pairs.length,
  }));
}
