import { InputError } from "kernelbayes";
import type { ThresholdRule } from "kernelbayes/evaluate";
import { fraction } from "../options.ts";

/**
 * The rule in the words of --threshold: a class and the probability from which on rows are labeled so.
 *
 * @example classThreshold("sick=0.2", ["healthy", "sick"]) // { positive: 1, threshold: 0.2 }
 */
export function classThreshold(text: string, classes: readonly string[]): ThresholdRule {
  // A label may hold the sign itself.
  const at = text.lastIndexOf("=");
  const name = text.slice(0, Math.max(at, 0)).trim();
  const positive = classes.indexOf(name);
  if (at > 0 && positive >= 0) return { positive, threshold: fraction("threshold", text.slice(at + 1)) };
  throw new InputError(
    "invalid-option",
    `--threshold takes a class of the model and a probability, such as ${classes.at(-1)}=0.2; got "${text}".`,
    {},
    `The classes are ${classes.map((one) => JSON.stringify(one)).join(", ")}.`,
  );
}
