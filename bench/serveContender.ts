import { createInterface } from "node:readline";
import type { ContenderRows, Request } from "./contender.ts";
import { timed } from "./cpuTime.ts";

/** A classifier that `serveContender` puts behind lines of JSON. */
export interface Classifier {
  readonly name: string;
  /** Takes the rows over in the form that the library wants them in. */
  load(rows: ContenderRows): void;
  /** The logarithm of the evidence, if there is one. */
  fit(seed: number): number | undefined;
  /** Probabilities of class 1 for the test rows. */
  predict(): ArrayLike<number>;
}

/** Answers requests from standard input until it ends. Only fits and predictions are timed. */
export async function serveContender(classifier: Classifier): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(answer(classifier, JSON.parse(line) as Request)));
  }
}

function answer(classifier: Classifier, request: Request): unknown {
  if (request === "describe") return { name: classifier.name };
  if (request.do === "load") {
    classifier.load(request);
    return {};
  }
  // No heap is cleaned first: a forced collection also drops optimized code, and made small fits take twice as long.
  if (request.do === "fit") {
    const { result: evidence, milliseconds } = timed(() => classifier.fit(request.seed));
    return { seconds: milliseconds / 1000, evidence };
  }
  const { result, milliseconds } = timed(() => classifier.predict());
  return { seconds: milliseconds / 1000, probabilities: Array.from(result) };
}
