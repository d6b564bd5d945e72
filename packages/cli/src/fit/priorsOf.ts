import { InputError, type FitOptions } from "kernelbayes";
import { fraction, nameList } from "../options.ts";

/**
 * Class probabilities from the words of --priors: equal, empirical (as in the table), or one for each class, separated by commas. Whether the classes
 * are those of the table, and the sum 1, is checked by the fit.
 *
 * @example priorsOf("healthy=99%,sick=1%") // { healthy: 0.99, sick: 0.01 }
 */
export function priorsOf(text: string): NonNullable<FitOptions["priors"]> {
  const word = text.trim();
  if (word === "equal" || word === "empirical") return word;
  return Object.fromEntries(
    nameList("priors", text).map((entry) => {
      // A label may hold the sign itself.
      const at = entry.lastIndexOf("=");
      if (at > 0) return [entry.slice(0, at).trim(), fraction("priors", entry.slice(at + 1))];
      throw new InputError(
        "invalid-option",
        `--priors takes equal, empirical, or a probability for each class, such as healthy=0.99,sick=0.01; got "${text}".`,
      );
    }),
  );
}
