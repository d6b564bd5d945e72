import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { runSync } from "../../../src/run/run.ts";
import { approximate } from "../../../src/models/process/latent/approximate.ts";
import type { LatentMethod } from "../../../src/models/process/latent/latentApproximation.ts";
import { latentAt } from "../../../src/models/process/latent/latentAt.ts";
import { siteFactor } from "../../../src/models/process/latent/siteSystem.ts";
import { curveOdds, curveSlope, identityCurve, type OddsCurve } from "../../../src/calibration/oddsCurve.ts";
import { likelihoodOf } from "../../../src/likelihoods/index.ts";
import { fromRows, selectRows, toRows } from "../../../src/matrix/index.ts";
import {
  readLatentFit,
  fitMemberInSteps,
  latentFit,
  type LatentFit,
  leaveLatentOut,
} from "../../../src/models/process/latentFit.ts";
import { latentLogProbabilities, latentPosterior } from "../../../src/models/process/posterior.ts";
import { logit, sigmoid } from "../../../src/numeric/sigmoid.ts";
import { clouds, engine, latentKernel } from "./latent/problems.ts";

const figures = { leaveOneOut: undefined, evidence: undefined, warnings: [] };
const probit: LatentMethod = { likelihood: "probit", approximation: "ep" };
const trigonometric: LatentMethod = { likelihood: "trigonometric", approximation: "laplace", halfWidth: 0.8 };
const rows = clouds(30);
const Z = fromRows([
  [0, 0],
  [2, 1],
  [-3, 0.5],
  [0.4, -5],
]);

const curve: OddsCurve = {
  slope: 1.4,
  offset: -0.2,
  covariance: [
    [0.04, 0.01],
    [0.01, 0.09],
  ],
};

const bent: OddsCurve = {
  slope: 1.3,
  offset: 0.1,
  bend: -0.9,
  covariance: [
    [0.05, 0.01, -0.03],
    [0.01, 0.08, 0.02],
    [-0.03, 0.02, 0.07],
  ],
};

/** A law made by hand: two rows with sites, and nothing searched or approximated. */
function byHand(method: LatentMethod, weights: readonly number[]): LatentFit {
  const X = fromRows([
    [-1, 0],
    [1, 0.5],
  ]);
  const members = weights.map((weight, j) => {
    const kernel = latentKernel(2 + 3 * j, 1 + j, 0.5);
    const roots = Float64Array.from([1.5, 0.7]);
    const factor = siteFactor(engine, kernel.matrix(engine, X), roots);
    const coefficients = Float64Array.from([-0.8, 0.6 + j]);
    return { kernel, active: Int32Array.from([0, 1]), law: { coefficients, roots, factor }, weight };
  });
  return { method, rows: X, members, curve: identityCurve, optima: [] };
}

const hand = [byHand(probit, [1]), byHand(trigonometric, [0.3, 0.7])] as const;

function momentsOf({ members, rows: X }: LatentFit, j: number) {
  const { kernel, law } = members[j];
  return latentAt(engine, law, kernel.cross(engine, Z, X), kernel.diagonal(Z));
}

describe("a posterior of one latent function", () => {
  const [fit] = hand;
  const { mean, variance } = momentsOf(fit, 0);
  const prediction = latentPosterior(engine, fit, figures).predict(Z, 0.8);
  const { probability, logMean } = likelihoodOf(probit);

  test("averages the likelihood over the law, for both classes", () => {
    for (let i = 0; i < Z.rows; i++) {
      expect(prediction.logProbabilities.data[2 * i + 1]).toBe(logMean(mean[i], variance[i]));
      expect(prediction.logProbabilities.data[2 * i]).toBe(logMean(-mean[i], variance[i]));
    }
    expect(latentLogProbabilities(engine, fit, Z)).toEqual(prediction.logProbabilities);
  });

  test("has the likelihood at the quantiles of the law as its interval", () => {
    const z = 1.2815515655446004; // the normal quantile of 0.9
    for (let i = 0; i < Z.rows; i++) {
      const P = Math.exp(prediction.logProbabilities.data[2 * i + 1]);
      const low = probability(mean[i] - z * Math.sqrt(variance[i]));
      expect(prediction.lower.data[2 * i + 1]).toBeCloseTo(Math.min(P, low), 12);
      expect(prediction.upper.data[2 * i]).toBeCloseTo(Math.max(1 - P, 1 - low), 12);
    }
  });

  test("reports the logit with the deviation that the latent function gives it", () => {
    for (let i = 0; i < Z.rows; i++) {
      const at = (mu: number): number => logMean(mu, variance[i]) - logMean(-mu, variance[i]);
      const slope = (at(mean[i] + 1e-4) - at(mean[i] - 1e-4)) / 2e-4;
      expect(prediction.latentMean.data[2 * i + 1]).toBeCloseTo(at(mean[i]), 12);
      expect(prediction.latentMean.data[2 * i]).toBeCloseTo(-at(mean[i]), 12);
      expect(prediction.latentDeviation.data[2 * i]).toBeCloseTo(slope * Math.sqrt(variance[i]), 6);
    }
  });
});

describe("a committee of latent functions", () => {
  const [, fit] = hand;
  const moments = [momentsOf(fit, 0), momentsOf(fit, 1)];
  const posterior = latentPosterior(engine, fit, figures);

  test("mixes the probabilities of its members by their weights", () => {
    const { logMean } = likelihoodOf(trigonometric);
    const { logProbabilities } = posterior.predict(Z, 0.9);
    for (let i = 0; i < Z.rows; i++) {
      const mixed = moments.reduce(
        (sum, { mean, variance }, j) => sum + fit.members[j].weight * Math.exp(logMean(mean[i], variance[i])),
        0,
      );
      expect(Math.exp(logProbabilities.data[2 * i + 1])).toBeCloseTo(mixed, 13);
      expect(Math.exp(logProbabilities.data[2 * i])).toBeCloseTo(1 - mixed, 13);
    }
  });

  test("has intervals that contain the probability and widen with the level", () => {
    const [narrow, wide] = [0.3, 0.9].map((level) => posterior.predict(Z, level));
    narrow.lower.data.forEach((low, at) => {
      const P = Math.exp(narrow.logProbabilities.data[at]);
      expect(low).toBeLessThanOrEqual(P);
      expect(narrow.upper.data[at]).toBeGreaterThanOrEqual(P);
      expect(wide.lower.data[at]).toBeLessThanOrEqual(low);
      expect(wide.upper.data[at]).toBeGreaterThanOrEqual(narrow.upper.data[at]);
    });
  });

  test("of one member twice is that member", () => {
    const [single] = hand;
    const twice = { ...single, members: [0.4, 0.6].map((weight) => ({ ...single.members[0], weight })) };
    const [one, two] = [single, twice].map((each) => latentPosterior(engine, each, figures).predict(Z, 0.9));
    for (const name of ["logProbabilities", "lower", "upper", "latentMean", "latentDeviation"] as const) {
      one[name].data.forEach((value, at) => expect(two[name].data[at]).toBeCloseTo(value, 10));
    }
  });
});

test("what given priors added in an old document shifts the odds still", () => {
  const [fit] = hand;
  const priorShift = -1.5;
  const [plain, moved] = [0, priorShift].map((shift) => {
    const document = { ...latentPosterior(engine, fit, figures).parameters(), priorShift: shift };
    return latentPosterior(engine, readLatentFit(engine, document, "parameters"), figures).predict(Z, 0.9);
  });
  for (const name of ["lower", "upper"] as const) {
    plain[name].data.forEach((value, at) => {
      const sign = at % 2 === 0 ? -1 : 1;
      expect(moved[name].data[at]).toBeCloseTo(sigmoid(logit(value) + sign * priorShift), 10);
    });
  }
  plain.latentMean.data.forEach((value, at) =>
    expect(moved.latentMean.data[at]).toBeCloseTo(value + (at % 2 === 0 ? -1 : 1) * priorShift, 10),
  );
});

describe("a curve", () => {
  const [fit] = hand;
  const plain = latentPosterior(engine, fit, figures).predict(Z, 0.8);
  const certain: OddsCurve = { ...curve, covariance: identityCurve.covariance };
  const [sharp, loose] = [certain, curve].map((each) =>
    latentPosterior(engine, { ...fit, curve: each }, figures).predict(Z, 0.8),
  );
  const corrected = (value: number, sign: number): number => curve.slope * value + sign * curve.offset;

  test("corrects the log odds of probabilities and of the ends of their intervals", () => {
    plain.latentMean.data.forEach((value, at) => {
      const sign = at % 2 === 0 ? -1 : 1;
      expect(sharp.latentMean.data[at]).toBeCloseTo(corrected(value, sign), 10);
      expect(sharp.latentDeviation.data[at]).toBeCloseTo(curve.slope * plain.latentDeviation.data[at], 10);
      for (const name of ["lower", "upper"] as const) {
        expect(logit(sharp[name].data[at])).toBeCloseTo(corrected(logit(plain[name].data[at]), sign), 9);
      }
    });
  });

  test("that is uncertain widens intervals by its own deviation", () => {
    const z = 1.2815515655446004; // the normal quantile of 0.9
    for (let i = 0; i < Z.rows; i++) {
      const at = 2 * i + 1;
      const claimed = plain.latentMean.data[at];
      const ofCurve = z * Math.sqrt(0.04 * claimed ** 2 + 0.02 * claimed + 0.09);
      const middle = sharp.latentMean.data[at];
      const away = logit(sharp.lower.data[at]) - middle;
      expect(loose.latentMean.data[at]).toBe(middle);
      expect(logit(loose.lower.data[at])).toBeCloseTo(middle - Math.hypot(away, ofCurve), 9);
      expect(loose.upper.data[at - 1]).toBeCloseTo(1 - loose.lower.data[at], 12);
    }
  });

  test("that bends is followed by probabilities and by the ends of their intervals", () => {
    const exact: OddsCurve = { ...bent, covariance: bent.covariance.map((row) => row.map(() => 0)) };
    const [known, unknown] = [exact, bent].map((each) =>
      latentPosterior(engine, { ...fit, curve: each }, figures).predict(Z, 0.8),
    );
    for (let i = 0; i < Z.rows; i++) {
      const at = 2 * i + 1;
      const claimed = plain.latentMean.data[at];
      expect(known.latentMean.data[at]).toBeCloseTo(curveOdds(bent, claimed), 10);
      expect(known.latentDeviation.data[at]).toBeCloseTo(
        curveSlope(bent, claimed) * plain.latentDeviation.data[at],
        10,
      );
      for (const name of ["lower", "upper"] as const) {
        expect(logit(known[name].data[at])).toBeCloseTo(curveOdds(bent, logit(plain[name].data[at])), 9);
      }
      expect(unknown.logProbabilities.data[at]).toBe(known.logProbabilities.data[at]);
      expect(unknown.lower.data[at]).toBeLessThan(known.lower.data[at]);
      expect(unknown.upper.data[at]).toBeGreaterThan(known.upper.data[at]);
    }
  });

  test("of slope 0 says the same of every row, however sure the latent function is", () => {
    const flat: OddsCurve = {
      ...curve,
      slope: 0,
      covariance: [
        [0, 0],
        [0, 0.1],
      ],
    };
    const { logProbabilities, lower, upper } = latentPosterior(engine, { ...hand[1], curve: flat }, figures).predict(
      Z,
      0.9,
    );
    for (let i = 0; i < Z.rows; i++) {
      expect(Math.exp(logProbabilities.data[2 * i + 1])).toBeCloseTo(sigmoid(curve.offset), 12);
      expect(lower.data[2 * i]).toBeCloseTo(lower.data[0], 12);
      expect(upper.data[2 * i]).toBeCloseTo(upper.data[0], 12);
    }
  });
});

test.each([probit, trigonometric])(
  "a fit with $likelihood keeps the rows with sites alone, and comes back from its document",
  (method) => {
    const kernels = [latentKernel(), latentKernel(20, 0.7, 0.1)];
    const members = kernels.map((kernel) => runSync(fitMemberInSteps(engine, kernel, rows, method)));
    const optima = [{ logEvidence: -3, kernel: Float64Array.from([1]), converged: true, status: "done" }];
    const fit = latentFit(members, [0.25, 0.75], rows.X, { method, curve, optima });
    const union = new Set(members.flatMap(({ active }) => [...active]));
    expect(fit.rows.rows).toBe(union.size);
    fit.members.forEach(({ active }, j) =>
      expect(toRows(selectRows(fit.rows, active))).toEqual(toRows(selectRows(rows.X, members[j].active))),
    );
    const document: unknown = JSON.parse(JSON.stringify(latentPosterior(engine, fit, figures).parameters()));
    const again = readLatentFit(engine, document, "parameters");
    const [before, after] = [fit, again].map((each) => latentPosterior(engine, each, figures).predict(Z, 0.9));
    before.logProbabilities.data.forEach((log, at) => expect(after.logProbabilities.data[at]).toBeCloseTo(log, 10));
    expect(again.optima).toEqual(optima);
    expect(again.curve).toEqual(curve);
    const withBend = latentPosterior(engine, { ...fit, curve: bent }, figures).parameters();
    expect(readLatentFit(engine, JSON.parse(JSON.stringify(withBend)), "parameters").curve).toEqual(bent);
  },
);

describe("a document of a latent function", () => {
  const document = latentPosterior(engine, hand[0], figures).parameters();
  const [member] = document.members as Record<string, unknown>[];
  test.each([
    ["members", []],
    ["members", [{ ...member, weight: 0.5 }]],
    ["members", [{ ...member, active: [0, 2] }]],
    ["members", [{ ...member, active: [1, 0] }]],
    ["members", [{ ...member, roots: [1, -1] }]],
    ["members", [{ ...member, coefficients: [1] }]],
    ["curve", { slope: -1, offset: 0, variances: [0, 0, 0] }],
    ["curve", { slope: 1, offset: 0, bend: -1.1, variances: [0, 0, 0, 0, 0, 0] }],
    ["curve", { slope: 1, offset: 0, bend: 0, variances: [0, 0, 0] }],
    ["curve", { slope: 1, offset: 0, variances: [0, 0, 0, 0, 0, 0] }],
    ["curve", { slope: 1, offset: 0, bend: 0, variances: [1, 0, 1, 1.1, 0, 1] }],
    ["method", { likelihood: "cauchy", approximation: "ep" }],
    ["method", { likelihood: "trigonometric", approximation: "ep", halfWidth: 0 }],
  ])("with wrong %s is refused", (name, value) => {
    expect(() => readLatentFit(engine, { ...document, [name]: value }, "parameters")).toThrow(InputError);
  });
});

describe("leave-one-out", () => {
  const kernel = latentKernel();
  const { cavities } = runSync(fitMemberInSteps(engine, kernel, rows, probit));
  const likelihood = likelihoodOf(probit);
  const setOf = Int32Array.from(rows.signs.keys());

  test("is what a fit without the row says of it, nearly", () => {
    const { logProbabilities, omitted, method } = leaveLatentOut([cavities], [1], likelihood, rows, setOf);
    expect(method).toBe("approximate");
    expect(omitted).toEqual([]);
    for (const row of [0, 7, 20]) {
      const others = Int32Array.from(setOf.filter((each) => each !== row));
      const part = {
        X: selectRows(rows.X, others),
        signs: Float64Array.from(others, (each) => rows.signs[each]),
        weights: new Float64Array(others.length).fill(1),
      };
      const fit = latentFit([runSync(fitMemberInSteps(engine, kernel, part, probit))], [1], part.X, {
        method: probit,
        curve: identityCurve,
        optima: [],
      });
      const said = latentLogProbabilities(engine, fit, selectRows(rows.X, [row]));
      said.data.forEach((log, c) => expect(logProbabilities.data[2 * row + c]).toBeCloseTo(log, 1));
    }
  });

  test("mixes members, serves all rows of a set, and leaves out a row that is all of its class", () => {
    const alone = { signs: Float64Array.from([1, -1, -1]), weights: Float64Array.from([1, 0.4, 3]) };
    const moments = [0, 1].map((j) => ({
      mean: Float64Array.from([1 + j, -1, 0]),
      variance: new Float64Array(3).fill(2),
    }));
    const sets = Int32Array.from([2, 1, 0, 2]);
    const { logProbabilities, omitted } = leaveLatentOut(moments, [0.5, 0.5], likelihood, alone, sets);
    expect(omitted).toEqual([2]);
    expect(Math.exp(logProbabilities.data[1])).toBeCloseTo(0.5, 12);
    expect(Array.from(logProbabilities.data.subarray(6))).toEqual(Array.from(logProbabilities.data.subarray(0, 2)));
    expect(Array.from(logProbabilities.data.subarray(4, 6))).toEqual([0, 0]);
    const heavier = { ...alone, weights: Float64Array.from([2, 0.4, 3]) };
    const mixed = leaveLatentOut(moments, [0.5, 0.5], likelihood, heavier, sets).logProbabilities.data[5];
    expect(Math.exp(mixed)).toBeCloseTo(
      0.5 * Math.exp(likelihood.logMean(1, 2)) + 0.5 * Math.exp(likelihood.logMean(2, 2)),
      12,
    );
  });
});

test("the evidence of a member is that of its approximation", () => {
  const kernel = latentKernel();
  const { logEvidence, converged } = runSync(fitMemberInSteps(engine, kernel, rows, probit));
  expect(logEvidence).toBe(approximate(engine, kernel.matrix(engine, rows.X), rows, probit).logEvidence);
  expect(converged).toBe(true);
});
