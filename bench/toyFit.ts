import { bayesianFisher, fitSync, type Kernel, type Posterior, type Table } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { trainingData } from "kernelbayes/evaluate";
import { type KernelDocument } from "kernelbayes/kernels";
import { encode } from "kernelbayes/table";
import { columnRelevance } from "@kernelbayes/report";
import { medianSquaredDistance } from "#kernelbayes/internal";

/** A Bayesian Fisher discriminant of a toy set, from one start. */
export interface ToyStart {
  /** θ₂ of the start, in the units of the columns. */
  readonly start: number;
  readonly posterior: Posterior;
  readonly kernel: KernelDocument;
  /** β. */
  readonly precision: number;
  /** 𝒥, the evidence with the prior of β. */
  readonly evidence: number;
  /** Relevance of the columns, of mean 1; undefined where the kernel has none. */
  readonly weights: readonly number[] | undefined;
  /** Training rows on the wrong side. */
  readonly errors: number;
}

/** The parts of a posterior's document that are looked at. */
interface FisherParameters {
  readonly kernel: KernelDocument;
  readonly precision: number;
  readonly optima: readonly { readonly objective?: number }[];
}

/** All starts of a toy set, and the one of highest evidence. */
export interface ToyFit extends ToyStart {
  readonly starts: readonly ToyStart[];
}

/** Fits from each θ₂ by itself and keeps the highest evidence. */
export function fitToy(table: Table, thetas: readonly number[], kernelAt: (theta: number) => Kernel): ToyFit {
  const starts = thetas.map((theta) => fitFrom(table, theta, kernelAt(theta)));
  const best = starts.reduce((kept, next) => (next.evidence > kept.evidence ? next : kept));
  return { ...best, starts };
}

function fitFrom(table: Table, start: number, kernel: Kernel): ToyStart {
  const options = { target: "y", standardize: "none" } as const;
  const engine = selectEngine();
  const distance = medianSquaredDistance(engine, encode(trainingData(table, options).encoding, table))!;
  // Beside the kernel as given the model wants starts in units of the median squared distance: the same one.
  const posterior = fitSync(bayesianFisher({ kernel, starts: [start * distance] }), table, options);
  const { parameters } = posterior.toDocument() as unknown as { readonly parameters: FisherParameters };
  const { kernel: found, precision, optima } = parameters;
  const { labels } = posterior.predict(table);
  return {
    start,
    posterior,
    kernel: found,
    precision,
    evidence: Math.max(...optima.map(({ objective = -Infinity }) => objective)),
    weights: columnRelevance(posterior)?.map(({ weight }) => weight),
    errors: labels.filter((label, row) => label !== posterior.classes[posterior.training.classes[row]]).length,
  };
}
