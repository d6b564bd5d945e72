import { normalCdf } from "../numeric/normalCdf.ts";
import { exponential } from "./gamma.ts";
import { normal } from "./normal.ts";
import type { Stream } from "./stream.ts";

/** Where the two forms of the series meet: near the point at which they are equally good. */
const cut = 0.64;
const rootOfCut = Math.sqrt(cut);
/** From here on the part beyond the cut is rarer than the smallest uniform number. */
const largestTilt = 14;
/** Shares are tabled at so many tilts in a unit. */
const tableSteps = 32;
/** A bound below 1 − a₁/a₀, which is least at the cut: 1 − 3 e^(−6.25) on its left and 1 − 3 e^(−6.31) on its right. */
const leastKept = 0.994;
const sharesOfRight = /* @__PURE__ */ tableOfShares();

/**
 * A draw ω from the Pólya-Gamma distribution PG(1, c), which turns a logistic likelihood into a normal one (Polson, Scott &
 * Windle 2013):
 *
 *     e^ψ / (1 + e^ψ) = ½ ∫ e^(ψ/2 − ωψ²/2) p(ω) dω,  ω ~ PG(1, 0);    E e^(−tω) = cosh(c/2) / cosh √(c²/4 + t/2)
 *
 * By Devroye's method (2009), exact for every c: 4ω = X has density e^(−z²x/2) cosh z Σ (−1)ⁿ aₙ(x), z = |c|/2. Its first
 * term, an inverse Gaussian left of the cut and an exponential right of it, is drawn from; the alternating partial sums of
 * the rest decide whether the draw is kept, in fewer than 1.001 tries on average.
 */
export function polyaGamma(stream: Stream, c: number): number {
  if (!Number.isFinite(c)) throw new RangeError(`A Pólya-Gamma draw needs a finite tilt; got ${c}.`);
  const z = 0.5 * Math.abs(c);
  for (;;) {
    const x = isRightOfCut(stream.uniform(), z) ? cut + exponential(stream) / tailRate(z) : leftOfCut(stream, z);
    if (isKept(stream, x)) return 0.25 * x;
  }
}

/** The mean of PG(1, c): tanh(c/2) / (2c), and ¼ at 0. */
export function polyaGammaMean(c: number): number {
  return c === 0 ? 0.25 : Math.tanh(0.5 * c) / (2 * c);
}

/**
 * The variance of PG(1, c): (sinh c − c) / (4 c³ cosh²(c/2)), and 1/24 at 0. Below 1 the numerator is taken from its series
 * c³/6 (1 + c²/(4·5) (1 + c²/(6·7) (1 + …))), above from sinh c / cosh²(c/2) = 2 tanh(c/2), which cannot overflow.
 */
export function polyaGammaVariance(c: number): number {
  const size = Math.abs(c);
  const square = size * size;
  const cosh = Math.cosh(0.5 * size);
  if (size > 1) return (2 * Math.tanh(0.5 * size) - size / cosh / cosh) / (4 * size * square);
  let series = 1;
  for (let k = 16; k >= 4; k -= 2) series = 1 + (square / (k * (k + 1))) * series;
  return series / (24 * cosh * cosh);
}

/**
 * Whether a uniform number lies below the share of the first term that is right of the cut. The share falls with z, so that
 * its values at the neighbors in the table mostly tell without two normal distribution functions.
 */
function isRightOfCut(uniform: number, z: number): boolean {
  if (z >= largestTilt) return false;
  const at = Math.floor(z * tableSteps);
  if (uniform >= sharesOfRight[at]) return false;
  return uniform < sharesOfRight[at + 1] || uniform < shareOfRight(z);
}

/** The rate K = π²/8 + z²/2 of the exponential right of the cut. */
function tailRate(z: number): number {
  return Math.PI ** 2 / 8 + 0.5 * z * z;
}

/**
 * How much of the first term lies right of the cut t: p/(p + q) with p = π/(2K) e^(−Kt) and q = 2 e^(−z) times the
 * distribution function at t of the inverse Gaussian with mean 1/z.
 */
function shareOfRight(z: number): number {
  const rate = tailRate(z);
  const below = Math.exp(rate * cut - z) * normalCdf((cut * z - 1) / rootOfCut);
  const above = Math.exp(rate * cut + z) * normalCdf(-(cut * z + 1) / rootOfCut);
  return 1 / (1 + (4 / Math.PI) * rate * (below + above));
}

function tableOfShares(): Float64Array {
  return Float64Array.from({ length: largestTilt * tableSteps + 1 }, (_, at) => shareOfRight(at / tableSteps));
}

/** A draw from the inverse Gaussian distribution with mean 1/z and shape 1, given that it lies left of the cut. */
function leftOfCut(stream: Stream, z: number): number {
  return z * cut < 1 ? fromReciprocalSquare(stream, z) : fromInverseGaussian(stream, z);
}

/** For means beyond the cut: 1/Y² of a normal Y beyond 1/√t (Marsaglia's tail), kept with probability e^(−z²x/2). */
function fromReciprocalSquare(stream: Stream, z: number): number {
  for (;;) {
    const excess = exponential(stream);
    if (cut * excess * excess > 2 * exponential(stream)) continue;
    const root = 1 + cut * excess;
    const x = cut / (root * root);
    if (stream.uniform() <= Math.exp(-0.5 * z * z * x)) return x;
  }
}

/**
 * For means below the cut: draws of the whole distribution until one lies left of it. Michael, Schucany & Haas (1976): with
 * normal Y the smaller root μr, r = 1 + w/2 − √(w + w²/4), w = μY², or the larger one μ/r, in the ratio 1 to r.
 */
function fromInverseGaussian(stream: Stream, z: number): number {
  const mean = 1 / z;
  for (;;) {
    const y = normal(stream);
    const w = mean * y * y;
    const ratio = 1 / (1 + 0.5 * w + Math.sqrt(w + 0.25 * w * w));
    const x = stream.uniform() * (1 + ratio) <= 1 ? mean * ratio : mean / ratio;
    if (x <= cut) return x;
  }
}

/**
 * Whether U lies below 1 − a₁/a₀ + a₂/a₀ − …, decided as soon as the partial sums, which close in from both sides, tell:
 * aₙ/a₀ = (2n + 1) e^(−2n(n + 1)/x) left of the cut and (2n + 1) e^(−n(n + 1)π²x/2) right of it. Terms that have become
 * smaller than rounding decide either way, so that it ends.
 */
function isKept(stream: Stream, x: number): boolean {
  const level = stream.uniform();
  if (level < leastKept) return true;
  const decay = x <= cut ? 2 / x : 0.5 * Math.PI ** 2 * x;
  let sum = 1;
  for (let n = 1; ; n += 2) {
    sum -= (2 * n + 1) * Math.exp(-n * (n + 1) * decay);
    if (level <= sum) return true;
    sum += (2 * n + 3) * Math.exp(-(n + 1) * (n + 2) * decay);
    if (level > sum) return false;
  }
}
