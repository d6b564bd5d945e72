import { productError, sumError } from "./productError.ts";

/** A complex number. */
export interface Complex {
  readonly real: number;
  readonly imaginary: number;
}

const step = Math.sqrt(Math.PI / 13);
const count = 13;
const inverseRootPi = 0.5641895835477563;

/**
 * The Faddeeva function w(z) = exp(−z²) erfc(−iz) of z = x + iy, the complex relative of erfcx: w(iy) = erfcx(y), and
 * Re w(x) = exp(−x²). Voigt's function is its real part.
 *
 * In the upper half-plane w(z) = i/π ∫ exp(−t²) / (z − t) dt is taken by the trapezoidal rule with nodes at whole or at half
 * multiples of h = √(π/13), whichever are farther from x, plus the residue that the rule misses below y = π/h (Chiarella &
 * Reichel 1968; Al Azah & Chandler-Wilde 2021). Elsewhere w(−x + iy) is the conjugate of w(x + iy) and
 * w(z) = 2 exp(−z²) − w(−z), which overflows far below the real axis.
 */
export function faddeeva(x: number, y: number): Complex {
  if (Number.isNaN(x) || Number.isNaN(y)) return { real: NaN, imaginary: NaN };
  if (y < 0) {
    const { real, imaginary } = faddeeva(-x, -y);
    const square = exponentialOfSquare(x, y);
    return { real: 2 * square.real - real, imaginary: 2 * square.imaginary - imaginary };
  }
  if (x < 0) {
    const { real, imaginary } = faddeeva(-x, y);
    return { real, imaginary: -imaginary };
  }
  return x + y > 1e8 ? farAway(x, y) : trapezoid(x, y);
}

/** i / (√π z), to which w tends in the upper half-plane. */
function farAway(x: number, y: number): Complex {
  if (x === Infinity || y === Infinity) return { real: 0, imaginary: 0 };
  const isWide = x > y;
  const ratio = isWide ? y / x : x / y;
  const unit = inverseRootPi / (isWide ? x + y * ratio : y + x * ratio);
  return isWide ? { real: ratio * unit, imaginary: unit } : { real: unit, imaginary: ratio * unit };
}

/** The rule in the first quadrant: (h/π) Σ exp(−t²) i (z̄ − t) / |z − t|² over the nodes t, and the residue. */
function trapezoid(x: number, y: number): Complex {
  const phase = 2 * Math.PI * (x / step - Math.round(x / step));
  const isShifted = Math.cos(phase) >= 0;
  let real = 0;
  let imaginary = 0;
  for (let k = 0; k < count; k++) {
    const t = isShifted ? (k + 0.5) * step : k * step;
    const weight = (k === 0 && !isShifted ? 0.5 : 1) * (step / Math.PI) * Math.exp(-t * t);
    const right = (x - t) * (x - t) + y * y;
    const left = (x + t) * (x + t) + y * y;
    real += weight * (y / right + y / left);
    // (x − t) / right + (x + t) / left, with its factor x taken out
    imaginary += (weight * 2 * x * ((x - t) * (x + t) + y * y)) / (right * left);
  }
  if (y >= Math.PI / step) return { real, imaginary };
  // 2 exp(−z²) q / (q ± 1) with q = exp(2πiz/h): plus for half multiples, minus for whole ones.
  const sign = isShifted ? 1 : -1;
  const size = Math.exp((-2 * Math.PI * y) / step);
  const qReal = size * Math.cos(phase);
  const qImaginary = size * Math.sin(phase);
  const norm = (qReal + sign) * (qReal + sign) + qImaginary * qImaginary;
  const quotientReal = (2 * (size * size + sign * qReal)) / norm;
  const quotientImaginary = (2 * sign * qImaginary) / norm;
  const square = exponentialOfSquare(x, y);
  return {
    real: real + square.real * quotientReal - square.imaginary * quotientImaginary,
    imaginary: imaginary + square.real * quotientImaginary + square.imaginary * quotientReal,
  };
}

/** exp(−z²) = exp(y² − x²) (cos 2xy − i sin 2xy), with exponent and phase to twice the working precision. */
function exponentialOfSquare(x: number, y: number): Complex {
  const xx = x * x;
  const yy = y * y;
  const exponent = Math.abs(x) + Math.abs(y) < 1e150 ? yy - xx : (y - x) * (y + x);
  if (exponent < -800) return { real: 0, imaginary: 0 };
  const phase = 2 * x * y;
  const lostExponent = sumError(yy, -xx, exponent) + productError(y, y, yy) - productError(x, x, xx);
  const lostPhase = productError(2 * x, y, phase);
  const size = Math.exp(exponent) * (1 + (Number.isFinite(lostExponent) ? lostExponent : 0));
  const cosine = Math.cos(phase) - lostPhase * Math.sin(phase);
  const sine = Math.sin(phase) + lostPhase * Math.cos(phase);
  return { real: size * cosine, imaginary: -size * sine };
}
