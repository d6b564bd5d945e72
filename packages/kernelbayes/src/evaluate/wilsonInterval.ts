import { InputError } from "../errors.ts";
import { normalQuantile } from "../numeric/normalCdf.ts";

/**
 * Wilson's score interval for a proportion: all values q that a two-sided normal test would not reject after seeing the
 * share p in n trials, |p − q| ≤ z √(q(1 − q)/n). It stays within [0, 1] and has a width for p = 0 and p = 1 too.
 * (E. B. Wilson, *Journal of the American Statistical Association* 22, 1927.)
 */
export function wilsonInterval(successes: number, trials: number, level = 0.95): [lower: number, upper: number] {
  if (!(trials > 0 && successes >= 0 && successes <= trials)) {
    throw new RangeError(`A proportion needs 0 ≤ successes ≤ trials and trials > 0; got ${successes} of ${trials}.`);
  }
  if (!(level > 0 && level < 1)) {
    throw new InputError("invalid-level", `The level of an interval must lie between 0 and 1; got ${level}.`);
  }
  const z2 = normalQuantile((1 + level) / 2) ** 2;
  const share = successes / trials;
  const scale = 1 + z2 / trials;
  const center = (share + z2 / (2 * trials)) / scale;
  const half = Math.sqrt(z2 * ((share * (1 - share)) / trials + z2 / (4 * trials * trials))) / scale;
  return [successes === 0 ? 0 : center - half, successes === trials ? 1 : center + half];
}
