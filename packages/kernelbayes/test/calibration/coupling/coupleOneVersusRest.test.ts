import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  correctForPriors,
  coupleOneVersusRest,
  normalizeOneVersusRest,
} from "../../../src/calibration/coupling/coupleOneVersusRest.ts";
import golden from "../../fixtures/golden/comparison/coupling.json" with { type: "json" };
import { expectClose } from "../../evaluate/expectClose.ts";

fc.configureGlobal({ seed: 20 });

const probability = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1e-13, 1e-9, 1 - 1e-9, 1));
const binary = fc.array(probability, { minLength: 2, maxLength: 12 });
const simplex = fc
  .array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 12 })
  .map((parts) => parts.map((part) => part / parts.reduce((sum, one) => sum + one, 0)));

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);

describe("coupleOneVersusRest", () => {
  test("gives positive probabilities that sum to one", () => {
    fc.assert(
      fc.property(binary, (r) => {
        const p = coupleOneVersusRest(r);
        expect(sum(p)).toBeCloseTo(1, 14);
        expect(p.every((value) => value > 0 && value < 1)).toBe(true);
      }),
    );
  });

  test("(r − p)/(p(1 − p)) is the same for all classes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { minLength: 2, maxLength: 12 }),
        (r) => {
          const p = coupleOneVersusRest(r);
          const multipliers = p.map((value, one) => (r[one] - value) / (value * (1 - value)));
          // Rounding of p by a few parts in 10¹⁶ moves the quotient by that over p(1 − p).
          const conditioning = Math.max(...p.map((value) => 1 / (value * (1 - value))));
          const scale = Math.max(...multipliers.map(Math.abs), 1);
          expectClose(
            multipliers,
            multipliers.map(() => multipliers[0]),
            1e-14 * conditioning * scale,
          );
        },
      ),
    );
  });

  test("probabilities that already sum to one are returned", () => {
    fc.assert(fc.property(simplex, (r) => expectClose(coupleOneVersusRest(r), r, 4e-16 * r.length)));
  });

  test("no other point of the simplex has a higher likelihood", () => {
    const likelihood = (r: ArrayLike<number>, p: ArrayLike<number>): number =>
      Array.from(r).reduce(
        (total, value, one) => total + value * Math.log(p[one]) + (1 - value) * Math.log1p(-p[one]),
        0,
      );
    fc.assert(
      fc.property(simplex, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (other, values) => {
        const r = other.map(() => values.next().value as number);
        expect(likelihood(r, coupleOneVersusRest(r))).toBeGreaterThanOrEqual(likelihood(r, other) - 1e-10);
      }),
    );
  });

  test("follows the classes when they are renumbered, and keeps their order", () => {
    fc.assert(
      fc.property(binary, (r) => {
        const p = coupleOneVersusRest(r);
        expectClose(coupleOneVersusRest(r.toReversed()), p.toReversed(), 1e-14);
        r.forEach((a, i) => r.forEach((b, j) => expect(a <= b || p[i] >= p[j]).toBe(true)));
      }),
    );
  });

  test("classes that all machines claim, or none does, share alike", () => {
    for (const value of [0, 1e-300, 1])
      expectClose(coupleOneVersusRest([value, value, value]), [1 / 3, 1 / 3, 1 / 3], 1e-15);
  });

  test("two machines that contradict each other meet in the middle", () => {
    // The likelihood of two classes is that of one with r = (r₁ + 1 − r₂)/2.
    expectClose(coupleOneVersusRest([0.9, 0.4]), [0.75, 0.25], 1e-15);
  });

  test("refuses a single class and what is not a probability", () => {
    expect(() => coupleOneVersusRest([0.5])).toThrow(expect.objectContaining({ code: "too-few-classes" }));
    for (const value of [NaN, -0.1, 1.1]) {
      expect(() => coupleOneVersusRest([0.5, value])).toThrow(expect.objectContaining({ code: "not-a-probability" }));
    }
  });
});

describe("normalizeOneVersusRest", () => {
  test("divides by the sum", () => {
    expectClose(normalizeOneVersusRest([0.6, 0.3, 0.3]), [0.5, 0.25, 0.25], 1e-15);
    expectClose(normalizeOneVersusRest([0, 0]), [0.5, 0.5], 1e-15);
  });
});

describe("correctForPriors", () => {
  const density = fc.double({ min: 1e-6, max: 1, noNaN: true });

  test("right machines with equal priors sum to one after the correction, to the posterior by Bayes", () => {
    fc.assert(
      fc.property(
        simplex.chain((priors) =>
          fc.tuple(fc.constant(priors), fc.array(density, { minLength: priors.length, maxLength: priors.length })),
        ),
        ([priors, densities]) => {
          const joint = priors.map((prior, one) => prior * densities[one]);
          const posterior = joint.map((value) => value / sum(joint));
          // p(x | not c) mixes the other classes by their priors; equal priors then weigh it like p(x | c).
          const equal = priors.map((prior, one) => {
            const rest = (sum(joint) - joint[one]) / (1 - prior);
            return densities[one] / (densities[one] + rest);
          });
          const corrected = correctForPriors(equal, priors);
          expectClose(corrected, posterior, 1e-9);
          expectClose(coupleOneVersusRest(corrected), posterior, 1e-9);
        },
      ),
    );
  });

  test("shifts the log-odds by those of the prior", () => {
    const [r] = correctForPriors([0.3, 0.5], [0.2, 0.8]);
    expect(Math.log(r / (1 - r))).toBeCloseTo(Math.log(0.3 / 0.7) + Math.log(0.2 / 0.8), 13);
    expect([...correctForPriors([0, 1], [0.2, 0.8])]).toEqual([0, 1]);
  });

  test("agrees with the golden values, before and after coupling", () => {
    const { input, expected } = golden.cases.find(({ name }) => name === "one-versus-rest-priors") as unknown as {
      input: { binaryEqualPriors: number[]; classPriors: number[] };
      expected: { binaryEmpirical: number[]; coupled: number[]; coupledWithoutCorrection: number[] };
    };
    const corrected = correctForPriors(input.binaryEqualPriors, input.classPriors);
    expectClose(corrected, expected.binaryEmpirical, 1e-12);
    expectClose(coupleOneVersusRest(corrected), expected.coupled, 1e-12);
    expectClose(coupleOneVersusRest(input.binaryEqualPriors), expected.coupledWithoutCorrection, 1e-12);
  });

  test("changes the label of the example where equal priors mislead", () => {
    // Priors (0.7, 0.2, 0.1) and posterior (0.6, 0.3, 0.1): the uncorrected outputs sum to 1.52.
    const priors = [0.7, 0.2, 0.1];
    const posterior = [0.6, 0.3, 0.1];
    const equal = posterior.map((p, one) => {
      const odds = (p / (1 - p)) * ((1 - priors[one]) / priors[one]);
      return odds / (1 + odds);
    });
    expect(sum(equal)).toBeCloseTo(1.52, 2);
    expectClose(normalizeOneVersusRest(equal), [0.26, 0.41, 0.33], 0.006);
    expectClose(coupleOneVersusRest(correctForPriors(equal, priors)), posterior, 1e-14);
  });

  test("refuses priors of 0 and 1 and lists of different length", () => {
    expect(() => correctForPriors([0.5, 0.5], [0, 1])).toThrow(expect.objectContaining({ code: "invalid-prior" }));
    expect(() => correctForPriors([0.5, 0.5], [1])).toThrow(expect.objectContaining({ code: "classes-differ" }));
  });
});
