import { driftMonitor, type DriftCounts } from "kernelbayes/evaluate";
import type { LoadedModel } from "../models/loadedModel.ts";
import type { Asked } from "../requests/asked.ts";
import { answer, type Address, type Answer } from "./answer.ts";
import { explained } from "./explained.ts";
import { predictedOf } from "./predicted.ts";
import { textBytes } from "./textBytes.ts";

/** The bytes of an answer with what is counted of its rows: plain data that can be sent between threads. */
export interface WholeAnswer extends Omit<Answer, "text"> {
  readonly bytes: Uint8Array;
  readonly drift: DriftCounts | undefined;
}

/** The bytes of the answer to a request that was read. Explanations may take so many milliseconds. */
export async function wholeAnswer(
  { front, posterior, threshold }: LoadedModel,
  address: Address,
  asked: Asked,
  explainTime: number,
): Promise<WholeAnswer> {
  const { X } = asked.encoded;
  const predicted = predictedOf(posterior.predictEncoded(X, asked.settings));
  const { sets, explain } = asked.settings;
  const cut = sets && threshold(sets.level, sets.seed);
  const explanation = explain && (await explained(posterior, asked, explain, explainTime));
  const monitor = front.profiles && driftMonitor(front, { together: false });
  monitor?.add(asked.encoded.rows);
  const whole = textBytes();
  const { text, ...counted } = answer(front, address, asked, predicted, cut, explanation, whole.add);
  whole.add(text);
  return { ...counted, bytes: whole.bytes(), drift: monitor?.counts() };
}
