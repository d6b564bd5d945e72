import fc from "fast-check";
import { expect, test } from "vitest";
import { trigonometricLikelihood } from "../../src/likelihoods/trigonometricLikelihood.ts";
import { erfc } from "../../src/numeric/erf.ts";
import { gaussLegendre } from "../../src/numeric/gaussLegendre.ts";
import { faddeeva } from "../../src/numeric/faddeeva.ts";
import { romberg } from "../../src/numeric/romberg.ts";

/** The class probability in closed form, by Voigt's function (P3 of the derivation), for a mean that is not negative. */
function closedForm(halfWidth: number, mean: number, variance: number): number {
  const omega = Math.PI / (2 * halfWidth);
  const root = Math.sqrt(2 * variance);
  const a = (-halfWidth - mean) / root;
  const b = (halfWidth - mean) / root;
  const tau = (omega * root) / 2;
  const voigt = (x: number): number => 0.5 * Math.exp(-x * x) * faddeeva(tau, Math.abs(x)).real;
  const inside = mean <= halfWidth ? Math.sin(omega * mean) * Math.exp(-tau * tau) - voigt(b) : voigt(b);
  return 0.25 * (erfc(a) + erfc(b)) + 0.5 * (voigt(a) + inside);
}

/** The same by Romberg's rule, as the paper has it. */
function byRomberg(halfWidth: number, mean: number, variance: number): number {
  const deviation = Math.sqrt(variance);
  const from = Math.max(-halfWidth, mean - 9 * deviation);
  const to = Math.min(halfWidth, mean + 9 * deviation);
  const tail = 0.5 * erfc((halfWidth - mean) / (Math.SQRT2 * deviation));
  if (from >= to) return tail;
  const density = (f: number): number =>
    (0.5 * (1 + Math.sin((Math.PI * f) / (2 * halfWidth))) * Math.exp((-0.5 * (f - mean) ** 2) / variance)) /
    (deviation * Math.sqrt(2 * Math.PI));
  return tail + romberg(density, from, to, { relativeTolerance: 1e-14, absoluteTolerance: 1e-15, levels: 14 }).value;
}

test("the mean of the trigonometric likelihood is that of the closed form and of Romberg's rule", () => {
  for (const halfWidth of [1, 0.35, 4]) {
    const likelihood = trigonometricLikelihood({ halfWidth });
    for (const mean of [0, 0.1, 0.5, 0.95, 1.2, 2, 4]) {
      for (const variance of [0.01, 0.2, 1, 7, 300]) {
        const probability = Math.exp(likelihood.logMean(mean, variance));
        expect(Math.abs(probability - closedForm(halfWidth, mean, variance))).toBeLessThan(1e-12);
        expect(Math.abs(probability - byRomberg(halfWidth, mean, variance))).toBeLessThan(1e-12);
      }
    }
  }
});

test("the mean and its slopes are those of a fine rule, however much the Gaussian changes within the margin", () => {
  const { nodes, weights } = gaussLegendre(160);
  const likelihood = trigonometricLikelihood();
  for (const mean of [-2.5, -1, -0.4, 0, 0.7, 1.5, 6]) {
    // Decline of the exponent from one end of the margin to the other between 0.01 and 80, past every change of rule.
    for (let step = 0; step <= 40; step++) {
      const far = Math.abs(mean) + 1;
      const variance = (0.5 * far * far) / (0.01 * 8000 ** (step / 40));
      if (mean < -1 - 3 * Math.sqrt(variance)) continue; // The tail has a rule of its own.
      const integral = (of: (f: number) => number): number =>
        nodes.reduce((sum, f, k) => sum + weights[k] * of(f) * Math.exp((-0.5 * (f - mean) ** 2) / variance), 0) /
        Math.sqrt(2 * Math.PI * variance);
      const probability =
        integral((f) => 0.5 + 0.5 * Math.sin(0.5 * Math.PI * f)) + 0.5 * erfc((1 - mean) / Math.sqrt(2 * variance));
      const slope = integral((f) => 0.25 * Math.PI * Math.cos(0.5 * Math.PI * f)) / probability;
      const second = integral((f) => -0.125 * Math.PI ** 2 * Math.sin(0.5 * Math.PI * f)) / probability;
      const found = likelihood.logMeanWithSlopes(mean, variance);
      expect(Math.abs(found.value - Math.log(probability))).toBeLessThan(1e-12);
      expect(Math.abs(found.slope - slope)).toBeLessThan(1e-12 * (1 + slope));
      expect(Math.abs(found.curvature - (second - slope * slope))).toBeLessThan(1e-12 * (1 + slope * slope));
    }
  }
});

test("narrow Gaussians within the margin have the mean and slopes of those that reach just beyond it", () => {
  const { logMeanWithSlopes } = trigonometricLikelihood({ halfWidth: 1 });
  for (const mean of [-0.999, -0.9, -0.3, 0, 0.4, 0.95]) {
    // Nine deviations end at the nearer margin.
    const variance = ((1 - Math.abs(mean)) / 9) ** 2;
    const [within, beyond] = [1 - 1e-12, 1 + 1e-12].map((factor) => logMeanWithSlopes(mean, factor * variance));
    for (const name of ["value", "slope", "curvature"] as const) {
      expect(Math.abs(within[name] - beyond[name]) / Math.abs(beyond[name])).toBeLessThan(1e-10);
    }
  }
});

test("a half width is a unit of the latent function", () => {
  const unit = trigonometricLikelihood();
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.double({ min: -4, max: 4, noNaN: true }),
      fc.double({ min: 0.01, max: 30, noNaN: true }),
      (halfWidth, mean, variance) => {
        const scaled = trigonometricLikelihood({ halfWidth });
        const expected = unit.logMean(mean, variance);
        expect(scaled.logMean(halfWidth * mean, halfWidth ** 2 * variance)).toBeCloseTo(expected, 9);
        expect(scaled.probability(halfWidth * mean)).toBeCloseTo(unit.probability(mean), 13);
      },
    ),
  );
});

test("what is said of a support vector by its multiplier is what is said by its margin", () => {
  for (const halfWidth of [1, 0.7]) {
    const likelihood = trigonometricLikelihood({ halfWidth });
    for (const margin of [-0.999, -0.5, -1e-3, 0, 0.3, 0.99].map((each) => each * halfWidth)) {
      const alpha = -likelihood.lossSlope(margin);
      expect(likelihood.slack(alpha)).toBeCloseTo(halfWidth - margin, 12);
      expect(likelihood.lossOfMultiplier(alpha)).toBeCloseTo(likelihood.loss(margin), 10);
      expect(likelihood.curvatureOfMultiplier(alpha) / likelihood.lossCurvature(margin)).toBeCloseTo(1, 10);
      const h = 1e-5 * (1 + alpha);
      expect((likelihood.dualTerm(alpha + h) - likelihood.dualTerm(alpha - h)) / (2 * h)).toBeCloseTo(
        likelihood.slack(alpha),
        7,
      );
    }
  }
});

test("the derivatives of the loss are those of its differences, and it ends at the half width", () => {
  const likelihood = trigonometricLikelihood({ halfWidth: 0.8 });
  const h = 1e-5;
  const difference = (f: (margin: number) => number, margin: number): number =>
    (f(margin + h) - f(margin - h)) / (2 * h);
  for (const margin of [-0.6, -0.2, 0.1, 0.5, 0.7]) {
    expect(difference(likelihood.loss, margin)).toBeCloseTo(likelihood.lossSlope(margin), 7);
    expect(difference(likelihood.lossSlope, margin)).toBeCloseTo(likelihood.lossCurvature(margin), 6);
    expect(difference(likelihood.lossCurvature, margin)).toBeCloseTo(likelihood.lossThirdDerivative(margin), 5);
  }
  for (const margin of [0.8, 3]) {
    expect([likelihood.loss(margin), likelihood.lossSlope(margin), likelihood.lossCurvature(margin)]).toEqual([
      0, -0, 0,
    ]);
  }
  expect(likelihood.loss(-0.8)).toBe(Infinity);
  expect(likelihood.probability(-0.8)).toBe(0);
});

test("a half width that is not positive is refused", () => {
  for (const halfWidth of [0, -1, NaN, Infinity]) {
    expect(() => trigonometricLikelihood({ halfWidth })).toThrow("must be greater than 0");
  }
});
