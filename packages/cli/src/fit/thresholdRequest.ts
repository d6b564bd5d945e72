import { InputError } from "kernelbayes";
import type { ThresholdGoal } from "kernelbayes/evaluate";
import { fraction, positiveNumber } from "../options.ts";

/** Which threshold is asked for: a given one, or one that is to be chosen for a goal. */
export type ThresholdRequest = { readonly threshold: number } | { readonly goal: ThresholdGoal };

/**
 * The request in the words of --threshold: a probability, or recall=0.9, precision=0.8 or cost=10, by which a threshold is chosen.
 *
 * @example thresholdRequest("recall=90%") // { goal: { recall: 0.9 } }
 */
export function thresholdRequest(text: string): ThresholdRequest {
  const found = /^\s*(recall|precision|cost)\s*=(.*)$/s.exec(text);
  if (found === null) {
    if (/[=a-z]/i.test(text)) throw wrong(text);
    return { threshold: fraction("threshold", text) };
  }
  const [, name, value] = found;
  if (name === "cost") return { goal: { cost: positiveNumber("threshold cost=", value) } };
  const share = fraction(`threshold ${name}=`, value);
  return { goal: name === "recall" ? { recall: share } : { precision: share } };
}

function wrong(text: string): InputError {
  return new InputError(
    "invalid-option",
    `--threshold takes a probability, or a goal: recall=0.9, precision=0.8 or cost=10 (a missed row costs as much as ten false alarms); got "${text}".`,
  );
}
