import type { Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured, ResultRow } from "@kernelbayes/experiment/node";
import { fitStudy } from "../fitStudy.ts";

/** What is kept of a chain, to be laid beside others. */
export interface KeptChain {
  /** ln σ² of the draws. */
  readonly logNoise: readonly number[];
  /** The mean probability of its own class, for each test row. */
  readonly ownProbabilities: readonly number[];
}

/** Fits a model by a single chain, measures it and keeps what is needed to compare it with other chains. */
export function* keptChainTask(input: ExperimentInput): Work<Measured> {
  const { posterior, prediction, truth, measured, found } = yield* fitStudy(input);
  const { parameters } = posterior.toDocument() as unknown as { readonly parameters: { readonly logNoise: number[] } };
  const { classes, probabilities } = prediction;
  const chain: KeptChain = {
    logNoise: parameters.logNoise.map(rounded),
    ownProbabilities: truth.map((label, row) =>
      rounded(probabilities.data[row * classes.length + classes.indexOf(label ?? "")]),
    ),
  };
  return { ...measured, found: JSON.stringify({ ...found, chain }) };
}

/** What a row of the store keeps of its chain. */
export function keptChain({ found }: Pick<ResultRow, "found">): KeptChain {
  return (JSON.parse(found) as { readonly chain: KeptChain }).chain;
}

function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
