import { InputError } from "../errors.ts";
import type { FitOptions } from "./fitOptions.ts";
import { quote } from "../table/quote.ts";

type Priors = NonNullable<FitOptions["priors"]>;

/** The given class probabilities in the order of the labels; none when the class frequencies are to be used. */
export function classPriors(priors: Priors | undefined, names: readonly string[]): Float64Array | undefined {
  if (priors === undefined || priors === "empirical") return undefined;
  if (priors === "equal") return new Float64Array(names.length).fill(1 / names.length);
  if (typeof priors !== "object" || priors === null) {
    throw new InputError(
      "invalid-priors",
      `priors can be "empirical", "equal", or a probability for each label; got ${quote(String(priors))}.`,
    );
  }
  const values = Float64Array.from(names, (name) => (Object.hasOwn(priors, name) ? priors[name] : Number.NaN));
  const unknown = Object.keys(priors).filter((name) => !names.includes(name));
  const total = values.reduce((sum, value) => sum + value, 0);
  if (unknown.length > 0 || !values.every((value) => value > 0) || !(Math.abs(total - 1) < 1e-6)) {
    throw new InputError(
      "invalid-priors",
      `priors must give each of the classes ${names.map(quote).join(", ")} a probability above 0, with the sum 1.`,
    );
  }
  return values.map((value) => value / total);
}

/** Priors of all classes, for rows in which only some of the classes occur: the same odds between those. */
export function priorsAmong(priors: Priors, present: readonly string[]): Priors {
  if (typeof priors !== "object") return priors;
  const total = present.reduce((sum, name) => sum + priors[name], 0);
  return Object.fromEntries(present.map((name) => [name, priors[name] / total]));
}
