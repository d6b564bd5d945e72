import { pairedT } from "kernelbayes/compare";
import { spreadOf } from "@kernelbayes/experiment";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { reducedSplice } from "../benchmark/benchmarkSizes.ts";
import { benchmarkStudy, type BenchmarkMethod } from "../benchmark/benchmarkTable.ts";
import { spreadText } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { publishedWhere } from "../published.ts";
import { counted, cutShort, hardPartitions, processExplanations, searched, startsOf } from "./benchmarkProtocol.ts";
import { gaussianProcess, trigonometric } from "./machines.ts";
import { columnClaims, evidenceClaims } from "./tableClaims.ts";
import { withRelevance } from "./relevance.ts";
import { supportOf } from "./supportTask.ts";

/** What a quick run has less of in both tables. */
const fewerStarts =
  "and searches from κ₀ = 10 and 100 in place of 0.1, 1, 10 and 100 (from one width in place of 4 for the Gaussian process)";

/** Table 4: the evidence on every partition, beside Gaussian processes. */
export function btsvcEvidenceTable(settings: ReproduceSettings): Study {
  return benchmarkStudy(
    {
      title: "Table 4: errors with the evidence on every partition",
      printed: "Table 4",
      text: [
        "Test error in per cent; hyperparameters have the highest evidence on every partition by itself, for the trigonometric classifier " +
          "and for a Gaussian process with the logistic likelihood, both by Laplace's method. Its evidence jumps for the trigonometric classifier, whose searches therefore end " +
          "with steps in one hyperparameter after the other (the option `polish`). Splice-reduced is splice with the columns 28 " +
          "to 34 alone. Seconds are of fit and prediction by the clock, on the machine of the run. The p is that of a paired t test of the errors " +
          "of both on the same partitions, with the one that errs less; partitions share rows, so that it pretends to more certainty than there is.",
        ...cutShort(settings, fewerStarts),
      ].join("\n\n"),
      figure: "errorRate",
      digit: 0.01,
      tuningPartitions: 0,
      problems: (sizes) => [...sizes, ...reducedSplice(sizes)],
      claims: evidenceClaims,
      ranked: ["BTSVC", "GPC"],
      methods: bothMethods("Table 4", settings, { isEach: false }),
    },
    settings,
  );
}

/** Table 5: a length scale for each column. */
export function btsvcRelevanceTable(settings: ReproduceSettings): Study {
  const study = benchmarkStudy(
    {
      title: "Table 5: errors with a length scale for each column",
      printed: "Table 5",
      text: [
        "As Table 4, with automatic relevance determination, on the three problems where the paper has it.",
        ...cutShort(settings, fewerStarts),
      ].join("\n\n"),
      figure: "errorRate",
      digit: 0.01,
      tuningPartitions: 0,
      problems: (sizes) => [
        ...sizes.filter(({ name }) => name === "image" || name === "splice"),
        ...reducedSplice(sizes),
      ],
      claims: columnClaims,
      methods: bothMethods("Table 5", settings, { isEach: true }),
    },
    settings,
  );
  return withRelevance(study);
}

function bothMethods(
  table: string,
  settings: ReproduceSettings,
  { isEach }: { readonly isEach: boolean },
): BenchmarkMethod[] {
  const { published, isQuick } = settings;
  const source = { source: "chu2003", table } as const;
  const printedOf = (method: string, metric: string, dataset: string): string => {
    const [result] = publishedWhere(published, { ...source, method, metric, dataset });
    return result ? spreadText(result.mean, result.std ?? undefined, 1) : "";
  };
  const printedP = (dataset: string): string => {
    const [result] = publishedWhere(published, { ...source, method: "GPC", metric: "error", dataset });
    return result?.pValueAgainstBTSVC === undefined ? "" : probabilityText(result.pValueAgainstBTSVC);
  };
  const seconds = (rows: readonly ResultRow[]): string => {
    const { mean, deviation } = spreadOf(rows.map((row) => row.seconds));
    return rows.length === 0 ? "" : spreadText(mean, deviation, 1);
  };
  return [
    {
      title: "BTSVC",
      published: { ...source, method: "BTSVC", metric: "error" },
      measured: () => (isEach ? { ...trigonometric, ard: true, starts: startsOf(settings) } : searched(settings)),
      measuring: () => counted,
      ...(!isEach && { explanations: hardPartitions }),
      more(rows, problem) {
        const kept = spreadOf(rows.map(supportOf));
        return {
          "support vectors, printed": printedOf("BTSVC", "supportVectors", problem),
          "support vectors, ours": rows.length === 0 ? "" : spreadText(kept.mean, kept.deviation, 1),
          "seconds, printed": printedOf("BTSVC", "trainTime", problem),
          "seconds, ours": seconds(rows),
        };
      },
    },
    {
      title: "GPC",
      published: { ...source, method: "GPC", metric: "error" },
      measured: () => ({ ...gaussianProcess, ard: isEach, ...(isQuick && { starts: [1] }) }),
      ...(!isEach && { explanations: processExplanations }),
      more: (rows, problem, rowsOf) => ({
        "seconds, printed": printedOf("GPC", "trainTime", problem),
        "seconds, ours": seconds(rows),
        "p against BTSVC, printed": printedP(problem),
        "p, ours": pairedText(rows, rowsOf("BTSVC")),
      }),
    },
  ];
}

/** The p of a paired t test of the errors on the partitions that both were measured on, with the one that errs less. */
function pairedText(rows: readonly ResultRow[], others: readonly ResultRow[]): string {
  const differences = rows.flatMap(({ partition, errorRate }) => {
    const other = others.find((row) => row.partition === partition);
    return other ? [errorRate - other.errorRate] : [];
  });
  if (differences.length < 2) return "";
  const { p, mean } = pairedT(differences);
  // Errors are shares of whole rows: a smaller mean is rounding.
  return `${probabilityText(p)}${Math.abs(mean) < 1e-9 ? "" : `, ${mean < 0 ? "GPC" : "BTSVC"}`}`;
}

function probabilityText(p: number): string {
  return p < 0.001 ? p.toExponential(0) : p.toFixed(3);
}
