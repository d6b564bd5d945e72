import type { ResultRow } from "../../experiment/experiment.ts";
import { spreadOf } from "../../experiment/summary.ts";
import { benchmarkStudy, type BenchmarkMethod } from "../benchmark/benchmarkTable.ts";
import { reducedSplice } from "../benchmark/benchmarkSizes.ts";
import { fixedKernel, meanKernel } from "../benchmark/fixedKernel.ts";
import { foundOf, type Found } from "../found.ts";
import { spreadText } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { publishedWhere } from "../published.ts";

/** As the paper has them: Laplace's method, and labels by the sign of the mean. */
const trigonometric = { name: "btsvc", inference: "laplace", calibration: "none" } as const;
const gaussianProcess = { name: "gpc", inference: "laplace", likelihood: "logistic", calibration: "none" } as const;

/** Table 3: the same hyperparameters on all partitions. */
export function btsvcFixedTable(settings: ReproduceSettings): Study {
  const tuningPartitions = settings.isQuick ? 3 : 5;
  return benchmarkStudy(
    {
      title: "Table 3: errors on thirteen problems, hyperparameters from the first partitions",
      text: [
        "Test error in per cent. The evidence has its maximum on each of the first five partitions; the geometric means of κ₀, κ and κ_b are taken " +
          "for all. (The paper says that it took averages, and not of what.)",
        ...cutShort(settings, `of which ${tuningPartitions} for the hyperparameters, and two starts in place of 4`),
      ].join("\n\n"),
      figure: "errorRate",
      digit: 0.01,
      tuningPartitions,
      methods: [
        {
          title: "BTSVC",
          published: { source: "chu2003", table: "Table 3", method: "BTSVC", metric: "error" },
          tuned: () => ({ ...trigonometric, starts: startsOf(settings) }),
          measured: (found) => ({ ...trigonometric, kernel: fixedKernel(meanOf(found)), starts: [] }),
        },
      ],
      quoted: [{ title: "SVC", published: { source: "chu2003", table: "Table 3", method: "SVC", metric: "error" } }],
    },
    settings,
  );
}

/** Table 4: the evidence on every partition, beside Gaussian processes. */
export function btsvcEvidenceTable(settings: ReproduceSettings): Study {
  return benchmarkStudy(
    {
      title: "Table 4: errors with the evidence on every partition",
      text: [
        "Test error in per cent; hyperparameters have the highest evidence on every partition by itself, for the trigonometric classifier " +
          "and for a Gaussian process with the logistic likelihood, both by Laplace's method. Splice-reduced is splice with the columns 28 " +
          "to 34 alone. Seconds are of fit and prediction on the machine of the run.",
        ...cutShort(settings, "and two starts in place of 4 (1 in place of 3 for the Gaussian process)"),
      ].join("\n\n"),
      figure: "errorRate",
      digit: 0.01,
      tuningPartitions: 0,
      problems: (sizes) => [...sizes, ...reducedSplice(sizes)],
      methods: bothMethods("Table 4", settings, {}),
    },
    settings,
  );
}

/** Table 5: a length scale for each column. */
export function btsvcRelevanceTable(settings: ReproduceSettings): Study {
  return benchmarkStudy(
    {
      title: "Table 5: errors with a length scale for each column",
      text: [
        "As Table 4, with automatic relevance determination, on the three problems where the paper has it.",
        ...cutShort(settings, "and two starts in place of 4 (1 in place of 3 for the Gaussian process)"),
      ].join("\n\n"),
      figure: "errorRate",
      digit: 0.01,
      tuningPartitions: 0,
      problems: (sizes) => [
        ...sizes.filter(({ name }) => name === "image" || name === "splice"),
        ...reducedSplice(sizes),
      ],
      methods: bothMethods("Table 5", settings, { ard: true }),
    },
    settings,
  );
}

function bothMethods(
  table: string,
  settings: ReproduceSettings,
  more: Readonly<Record<string, unknown>>,
): BenchmarkMethod[] {
  const { published, isQuick } = settings;
  const source = { source: "chu2003", table } as const;
  const printedOf = (method: string, metric: string, dataset: string): string => {
    const [result] = publishedWhere(published, { ...source, method, metric, dataset });
    return result ? spreadText(result.mean, result.std ?? undefined, 1) : "";
  };
  const seconds = (rows: readonly ResultRow[]): string => {
    const { mean, deviation } = spreadOf(rows.map((row) => row.seconds));
    return rows.length === 0 ? "" : spreadText(mean, deviation, 1);
  };
  return [
    {
      title: "BTSVC",
      published: { ...source, method: "BTSVC", metric: "error" },
      measured: () => ({ ...trigonometric, ...more, starts: startsOf(settings) }),
      more(rows, problem) {
        const kept = spreadOf(rows.map((row) => foundOf(row).keptRows ?? row.trainRows));
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
      measured: () => ({ ...gaussianProcess, ...more, ...(isQuick && { starts: [1] }) }),
      more: (rows, problem) => ({
        "seconds, printed": printedOf("GPC", "trainTime", problem),
        "seconds, ours": seconds(rows),
      }),
    },
  ];
}

/** κ₀ that searches start with. */
function startsOf({ isQuick }: ReproduceSettings): readonly number[] {
  return isQuick ? [1, 10] : [0.1, 1, 10, 100];
}

function meanOf(found: readonly Found[]): ReturnType<typeof meanKernel> {
  const kernels = found.flatMap(({ kernel }) => (kernel ? [kernel] : []));
  return kernels.length > 0 ? meanKernel(kernels) : usual;
}

/** Before anything was found: for the estimate of the cost, which is the same. */
const usual = {
  kind: "sum",
  terms: [
    { kind: "scale", kernel: { kind: "gaussian", lengthScale: 1 }, variance: 1 },
    { kind: "constant", variance: 1 },
  ],
};

function cutShort({ isQuick, partitions }: ReproduceSettings, more: string): string[] {
  return isQuick ? [`Cut short: ${partitions} partitions, ${more}.`] : [];
}
