import { exponential, gamma } from "./gamma.ts";
import type { Stream } from "./stream.ts";

/**
 * A draw from the gamma distribution, density ∝ x^(shape − 1) e^(−rate·x), given that it is larger than `lower` > 0. The
 * shape may be 0: cut off there, it still has a distribution.
 *
 * Always by rejection, however far out the bound lies, with at least about one proposal in four kept: there is no cost that
 * grows with the bound, and no distribution function to invert.
 */
export function truncatedGamma(stream: Stream, shape: number, rate: number, lower: number): number {
  const c = rate * lower;
  if (!(shape >= 0 && shape < Infinity && rate > 0 && rate < Infinity && c > 0 && c < Infinity)) {
    throw new RangeError(
      `A truncated gamma draw needs a shape of at least 0 and a positive rate and bound; got ${shape}, ${rate} and ${lower}.`,
    );
  }
  if (shape < 0.7 && c < 1) return lower * Math.exp(logExcess(stream, shape, c));
  return beyond(stream, shape, c) / rate;
}

/** A draw of rate 1 beyond c, by what is refused least there. */
function beyond(stream: Stream, shape: number, c: number): number {
  if (c <= shape || (c < 1 && shape >= 0.7)) return untilBeyond(stream, shape, c);
  return shape < 1 ? fallingTail(stream, shape, c) : exponentialTail(stream, shape, c);
}

/** For bounds up to about the mean: plain draws, of which a quarter or more lie beyond. */
function untilBeyond(stream: Stream, shape: number, c: number): number {
  for (;;) {
    const x = gamma(stream, shape);
    if (x > c) return x;
  }
}

/**
 * For bounds above the mean: c + E/λ with the λ that is refused least (Dagpunar 1978). Density over proposal is largest at
 * (shape − 1)/(1 − λ) ≥ c.
 */
function exponentialTail(stream: Stream, shape: number, c: number): number {
  if (shape === 1) return c + exponential(stream);
  const lambda = (c - shape + Math.sqrt((c - shape) ** 2 + 4 * c)) / (2 * c);
  const peak = (shape - 1) / (1 - lambda);
  for (;;) {
    const x = c + exponential(stream) / lambda;
    if (exponential(stream) >= (1 - lambda) * (x - peak) - (shape - 1) * Math.log(x / peak)) return x;
  }
}

/** For shapes below 1 and c ≥ 1: c + E, kept with probability (x/c)^(shape − 1). */
function fallingTail(stream: Stream, shape: number, c: number): number {
  for (;;) {
    const x = c + exponential(stream);
    if (exponential(stream) >= (1 - shape) * Math.log(x / c)) return x;
  }
}

/**
 * For shapes below 0.7 and c < 1: y = ln(x/c), whose density e^(shape·y − c e^y) lies below e^(shape·y) up to y₀ = −ln c, and
 * with v = y − y₀ below e^(shape·y₀ − 1 − (1 − shape) v) beyond.
 */
function logExcess(stream: Stream, shape: number, c: number): number {
  const end = -Math.log(c);
  const left = shape > 0 ? Math.expm1(shape * end) / shape : end;
  const right = Math.exp(shape * end - 1) / (1 - shape);
  for (;;) {
    if (stream.uniform() * (left + right) < left) {
      const share = stream.uniform();
      const y = shape > 0 ? Math.log1p(share * Math.expm1(shape * end)) / shape : share * end;
      if (exponential(stream) >= c * Math.exp(y)) return y;
    } else {
      const v = exponential(stream) / (1 - shape);
      if (exponential(stream) >= Math.exp(v) - 1 - v) return end + v;
    }
  }
}
