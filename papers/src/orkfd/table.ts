import type { KernelDocument } from "kernelbayes";
import { benchmarkStudy } from "../benchmark/benchmarkTable.ts";
import { medianChosen, medianFound } from "../benchmark/medianKernel.ts";
import type { Found } from "../found.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { classExplanations, signExplanations } from "./explanations.ts";

/** The protocol of the paper: targets for which its residuals are exact, its criterion and its rule for labels. */
const rules = { name: "orkfd", targets: "signs", criterion: "error", decision: "sign" } as const;

/** The table of test errors on the benchmark problems. */
export function orkfdTable(settings: ReproduceSettings): Study {
  const tuningPartitions = settings.isQuick ? 3 : 5;
  return benchmarkStudy(
    {
      title: "Table 1: errors on thirteen problems",
      text: [
        "Test error in per cent, by the protocol of the paper. The width of the Gaussian kernel and μ have the least smoothed leave-one-out error on each of the " +
          "first five partitions, and the median of the five widths and that of the five μ are taken for all partitions. The penalty is μ‖α‖² and the bias is free. Targets are ±1, for which the " +
          "leave-one-out residuals that the paper computes, sign(y) − Hy, are exact, and a row is given the class on whose side its output lies. The paper does not print γ of the smoothed error; ours is 10. " +
          "Its definition of the targets, n over the size of the class, would make the sign rule weigh an error by one over the size of its class: over 100 partitions that has an error of 31.04 % on german " +
          "and 12.30 % on waveform, and the printed errors agree with targets ±1. The second table has the same machine with the default of " +
          "this library: Fisher's targets, the median width by the log loss of calibrated outputs, μ by the same on each partition, and the more probable class. The caption of the " +
          "table calls its spread a standard error, but the column of the support vector machine carries what its source prints as standard deviations, and so we read all of them.",
        ...(settings.isQuick
          ? [`Cut short: ${settings.partitions} partitions, of which at most ${tuningPartitions} for width and μ.`]
          : []),
      ].join("\n\n"),
      figure: "errorRate",
      digit: 0.01,
      tuningPartitions,
      methods: [
        {
          title: "ORKFD, the sign of the output",
          published: { source: "saadi2007", method: "ORKFD", metric: "error" },
          tuned: () => ({ ...rules, basis: "all", kernelSearch: "alternate" }),
          measured: (found) => ({
            ...rules,
            kernel: kernelOf(found),
            regularization: medianChosen(found, "regularization") ?? 1,
          }),
          explanations: signExplanations,
        },
        {
          title: "ORKFD, the more probable class",
          published: { source: "saadi2007", method: "ORKFD", metric: "error" },
          tuned: () => ({ name: "orkfd", basis: "all", kernelSearch: "alternate" }),
          measured: (found) => ({ name: "orkfd", kernel: kernelOf(found) }),
          explanations: classExplanations,
        },
      ],
      quoted: [
        { title: "KFD", published: { source: "saadi2007", method: "KFD" } },
        { title: "SVM", published: { source: "saadi2007", method: "SVM" } },
      ],
    },
    settings,
  );
}

function kernelOf(found: readonly Found[]): KernelDocument {
  return medianFound(found)?.kernel ?? { kind: "gaussian", lengthScale: 1 };
}
