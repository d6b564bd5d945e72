import { InputError } from "../../errors.ts";

/** One-versus-rest probabilities are kept this far from 0 and 1. */
const MARGIN = 1e-12;

/**
 * Couples one-versus-rest probabilities: given r_c = P(class c rather than any other) of C separate machines, the class
 * probabilities p on the simplex that maximize
 *
 *     Σ_c r_c log p_c + (1 − r_c) log(1 − p_c),
 *
 * that is, lie closest to all machines in Kullback–Leibler divergence. With a Lagrange multiplier λ for Σ p = 1 the
 * condition (r_c − p_c)/(p_c(1 − p_c)) = λ is the same for all classes; each p_c(λ) is a root of λp² − (1 + λ)p + r_c = 0,
 * and their sum falls from C to 0 as λ rises, so that one bracketed search finds it. Where the r already sum to 1, p = r.
 */
export function coupleOneVersusRest(r: ArrayLike<number>): Float64Array {
  const binary = binaryProbabilities(r, MARGIN);
  const classes = binary.length;
  if (classes < 2) throw new InputError("too-few-classes", `Coupling needs two or more classes; got ${classes}.`);

  let low = 0; // Σ p ≥ 1 here
  let high = 0; // Σ p ≤ 1 here
  for (let step = 1; sumAt(binary, low).sum < 1; step *= 2) low -= step;
  for (let step = 1; sumAt(binary, high).sum > 1; step *= 2) high += step;

  // Newton, kept inside the bracket by bisection, until a step no longer moves the multiplier.
  let multiplier = (low + high) / 2;
  for (;;) {
    const { sum, slope } = sumAt(binary, multiplier);
    const step = (1 - sum) / slope;
    if (Math.abs(step) <= Number.EPSILON * Math.max(1, Math.abs(multiplier))) break;
    if (sum > 1) low = multiplier;
    else high = multiplier;
    const newton = multiplier + step;
    const next = newton > low && newton < high ? newton : low + (high - low) / 2;
    if (next === low || next === high) break; // no double lies between
    multiplier = next;
  }
  return normalized(binary.map((value) => root(value, multiplier).p));
}

/** The simple alternative: one-versus-rest probabilities divided by their sum. */
export function normalizeOneVersusRest(r: ArrayLike<number>): Float64Array {
  return normalized(binaryProbabilities(r, MARGIN));
}

/**
 * Brings probabilities of binary machines that were computed with equal priors to the class frequencies π of the training
 * rows, logit r_c ← logit r_c + log(π_c/(1 − π_c)): exact for every machine that is a likelihood ratio. Without it coupled
 * probabilities are wrong and may change the label; with it, and right machines, they sum to 1 by themselves.
 */
export function correctForPriors(r: ArrayLike<number>, priors: ArrayLike<number>): Float64Array {
  if (r.length !== priors.length) {
    throw new InputError("classes-differ", `There are ${r.length} probabilities but ${priors.length} class priors.`);
  }
  return binaryProbabilities(r, 0).map((value, one) => {
    const prior = priors[one];
    if (!(prior > 0 && prior < 1)) {
      throw new InputError("invalid-prior", `A class prior must lie between 0 and 1, both excluded; got ${prior}.`);
    }
    return (value * prior) / (value * prior + (1 - value) * (1 - prior));
  });
}

/** The root p(λ) in (0, 1), and its derivative dp/dλ = −p(1 − p)/√D with D the discriminant. */
function root(r: number, multiplier: number): { p: number; derivative: number } {
  const b = 1 + multiplier;
  // Both forms are the discriminant (1 + λ)² − 4λr; each is a sum of terms that are not negative.
  const discriminant = multiplier > 0 ? (1 - multiplier) ** 2 + 4 * multiplier * (1 - r) : b * b - 4 * multiplier * r;
  const width = Math.sqrt(discriminant);
  const p = b >= 0 ? (2 * r) / (b + width) : (b - width) / (2 * multiplier);
  return { p, derivative: (-p * (1 - p)) / width };
}

function sumAt(r: Float64Array, multiplier: number): { sum: number; slope: number } {
  let sum = 0;
  let slope = 0;
  for (const value of r) {
    const { p, derivative } = root(value, multiplier);
    sum += p;
    slope += derivative;
  }
  return { sum, slope };
}

/** Values over their sum. */
export function normalized(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

/** Checks the probabilities that binary machines gave to their classes and keeps them off 0 and 1 by `margin`. */
export function binaryProbabilities(values: ArrayLike<number>, margin: number): Float64Array {
  return Float64Array.from(values, (value) => {
    if (!(value >= 0 && value <= 1)) {
      throw new InputError(
        "not-a-probability",
        `A binary machine's probability must lie between 0 and 1; got ${value}.`,
      );
    }
    return Math.min(1 - margin, Math.max(margin, value));
  });
}
