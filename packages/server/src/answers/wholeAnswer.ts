import { driftMonitor, type DriftCounts } from "kernelbayes/evaluate";
import type { LoadedModel } from "../models/loadedModel.ts";
import type { RawRequest } from "../requests/asked.ts";
import { readRequest } from "../requests/readRequest.ts";
import { answer, type Address, type Answer } from "./answer.ts";
import { explained } from "./explained.ts";
import { predictedOf } from "./predicted.ts";

/** An answer with what is counted of its rows. */
export interface CountedAnswer extends Answer {
  readonly drift: DriftCounts | undefined;
}

/** Everything from the bytes of a request to the text of its answer. Explanations may take so many milliseconds. */
export async function wholeAnswer(
  { front, posterior, threshold }: LoadedModel,
  address: Address,
  request: RawRequest,
  explainTime: number,
): Promise<CountedAnswer> {
  const asked = readRequest(front, request);
  const { X } = asked.encoded;
  const predicted = predictedOf(posterior.predictEncoded(X, asked.settings));
  const { sets, explain } = asked.settings;
  const cut = sets && threshold(sets.level, sets.seed);
  const explanation = explain && (await explained(posterior, asked, explain, explainTime));
  const monitor = front.profiles && driftMonitor(front, { together: false });
  monitor?.add(asked.rows);
  return { ...answer(front, address, asked, predicted, cut, explanation), drift: monitor?.counts() };
}
