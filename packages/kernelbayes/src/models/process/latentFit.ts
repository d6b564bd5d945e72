import type { Engine } from "../../engine/engine.ts";
import { type Matrix, matrix } from "../../engine/matrix.ts";
import { approximateInSteps } from "./latent/approximate.ts";
import type {
  LatentApproximation,
  LatentLaw,
  LatentMethod,
  LatentMoments,
  SignedRows,
  ApproximateOptions,
} from "./latent/latentApproximation.ts";
import type { LatentOptimum } from "./search/searchLatent.ts";
import { cachedKernelRows } from "../../rows/kernel/kernelRows.ts";
import { type OddsCurve, identityCurve } from "../../calibration/oddsCurve.ts";
import { marginLaplace } from "./margin/marginLaplace.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { selectRows } from "../../matrix/row.ts";
import { trigonometricLoss } from "./margin/marginMode.ts";
import { mixedLogProbabilities } from "./latent/latentAt.ts";
import type { Likelihood } from "../../likelihoods/likelihood.ts";
import type { LeaveOneOut } from "../../posterior/numericPosterior.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import { oddsCurveCodec, shiftedCurveCodec } from "../../calibration/oddsPrediction.ts";
import {
  finiteNumber,
  flag,
  inline,
  list,
  madeOf,
  mapped,
  notNegative,
  numbers,
  numbersOf,
  oneOf,
  optional,
  positive,
  record,
  refined,
  text,
  withDefault,
  type RecordCodec,
} from "../../codec.ts";
import { kernelCodec, rowNumbers } from "../parts/kernelCodec.ts";
import type { Work } from "../../run/work.ts";
import { siteFactor } from "./latent/siteSystem.ts";

/** One kernel with the law of its latent function. */
export interface LatentMember extends Pick<FittedMember, "kernel" | "active" | "law"> {
  /** Its share of the committee. */
  readonly weight: number;
}

/** Latent functions with one likelihood, mixed by their weights: all that predictions depend on, and how it was found. */
export interface LatentFit {
  readonly method: LatentMethod;
  /** The rows that carry sites of a member, numbered by `active`. */
  readonly rows: Matrix;
  readonly members: readonly LatentMember[];
  /** The correction of the log odds that the members claim, by what leave-one-out said of them; the identity for none. */
  readonly curve: OddsCurve;
  /** How much each source column counts, as shares of one, for a kernel with a length scale a column. */
  readonly relevance?: Float64Array | undefined;
  /** Where the starts of the search ended, in order. */
  readonly optima: readonly LatentOptimum[];
}

/** A member with what is asked of it before its kernel matrix is forgotten. */
export interface FittedMember extends Omit<LatentApproximation, "latent" | "slopeWeights" | "cavities" | "warmStart"> {
  readonly kernel: Kernel;
  /** The moments of each row without it. */
  readonly cavities: LatentMoments;
}

/** Beyond so many rows expectation propagation ends at a mismatch of moments of 1e-6, which has the evidence to 1e-10. */
const [exactRows, nearEnough] = [500, 1e-4];

/** The approximation of a kernel on signed rows, whose matrix K may be at hand. Holds no more than the factor afterwards. */
export function* fitMemberInSteps(
  engine: Engine,
  kernel: Kernel,
  rows: SignedRows & { readonly X: Matrix },
  method: LatentMethod,
  { K, ...options }: ApproximateOptions & { readonly K?: Matrix | undefined } = {},
): Work<FittedMember> {
  const isNearEnough = method.approximation === "ep" && rows.X.rows > exactRows;
  const settings = { ...(isNearEnough && { tolerance: nearEnough }), ...options };
  return memberOf(
    kernel,
    yield* approximateInSteps(engine, K ?? kernel.matrix(engine, rows.X), rows, method, settings),
  );
}

/**
 * The approximation by Laplace's method of the trigonometric likelihood with kernel rows that are computed as they are asked for, two rows
 * at a time to begin with: beside the rows that the memory (in bytes) holds it takes the block of the support alone.
 */
export function fitMemberByRows(
  engine: Engine,
  kernel: Kernel,
  rows: SignedRows & { readonly X: Matrix },
  halfWidth: number,
  memory: number,
): FittedMember {
  const kernelRows = cachedKernelRows(engine, kernel, rows.X, memory);
  const loss = trigonometricLoss(halfWidth);
  return memberOf(kernel, marginLaplace(engine, kernelRows, rows, loss, { solver: "sequential" }));
}

function memberOf(kernel: Kernel, approximation: LatentApproximation): FittedMember {
  const { active, law, logEvidence, converged, steps } = approximation;
  return { kernel, active, law, logEvidence, cavities: approximation.cavities(), converged, steps };
}

/** Members with their weights as one fit, of which only the rows with sites are kept. */
export function latentFit(
  members: readonly FittedMember[],
  weights: ArrayLike<number>,
  X: Matrix,
  rest: Omit<LatentFit, "members" | "rows">,
): LatentFit {
  const kept = Int32Array.from(new Set(members.flatMap(({ active }) => Array.from(active)))).toSorted();
  const numberOf = new Map(Array.from(kept, (row, at) => [row, at]));
  return {
    ...rest,
    rows: selectRows(X, kept),
    members: members.map(({ kernel, active, law }, j) => ({
      kernel,
      law,
      active: active.map((row) => numberOf.get(row) ?? 0),
      weight: weights[j],
    })),
  };
}

/** The weights of the classes 0 and 1. */
function classWeights({ signs, weights }: SignedRows): [number, number] {
  const sizes: [number, number] = [0, 0];
  signs.forEach((sign, i) => (sizes[sign > 0 ? 1 : 0] += weights[i]));
  return sizes;
}

/** A class of less weight than this is gone. */
const nothing = 1e-9;

/**
 * Leave-one-out from the cavities of one or more members on sets of equal rows, for the rows themselves: `setOf` names the set of
 * each. To first order, or as expectation propagation has it, at the chosen kernels. A row that is all of its class has none.
 */
export function leaveLatentOut(
  cavities: readonly LatentMoments[],
  weights: ArrayLike<number>,
  likelihood: Likelihood,
  rows: SignedRows,
  setOf: Int32Array,
): LeaveOneOut {
  const { lower, upper } = mixedLogProbabilities(likelihood, weights, cavities, rows.signs.length);
  const sizes = classWeights(rows);
  const logProbabilities = matrix(setOf.length, 2);
  const omitted: number[] = [];
  setOf.forEach((set, row) => {
    const left = sizes[rows.signs[set] > 0 ? 1 : 0] - Math.min(1, rows.weights[set]);
    if (left <= nothing) {
      omitted.push(row);
      return;
    }
    logProbabilities.data[2 * row] = lower[set];
    logProbabilities.data[2 * row + 1] = upper[set];
  });
  return { method: "approximate", logProbabilities, omitted };
}

/** A fit without the factors, which follow from the rest. */
type UnfactoredFit = Omit<LatentFit, "members"> & {
  readonly members: readonly (Omit<LatentMember, "law"> & { readonly law: Omit<LatentLaw, "factor"> })[];
};

const fitCodec: RecordCodec<UnfactoredFit> = refined(
  record({
    method: record({
      likelihood: oneOf("logistic", "probit", "trigonometric"),
      approximation: oneOf("laplace", "ep"),
      halfWidth: mapped(
        optional(positive),
        (halfWidth = 1) => halfWidth,
        (halfWidth) => halfWidth,
      ),
    }),
    rows: encodedMatrix,
    members: list(
      record({
        kernel: kernelCodec,
        active: rowNumbers,
        law: inline(record({ coefficients: numbers, roots: numbersOf(notNegative) })),
        weight: notNegative,
      }),
    ),
    curve: inline(shiftedCurveCodec(withDefault(oddsCurveCodec, identityCurve), "priorShift")),
    relevance: optional(numbers),
    optima: list(
      record({ logEvidence: optional(finiteNumber), kernel: optional(numbers), converged: flag, status: text }),
    ),
  }),
  ({ rows: { rows }, members }, expect) => {
    const total = members.reduce((sum, { weight }) => sum + weight, 0);
    expect.that(Math.abs(total - 1) < 1e-6, ".members", "at least one, with weights of sum 1", members.length);
    members.forEach(({ active, law }, j) => {
      expect.that((active.at(-1) ?? -1) < rows, `.members[${j}].active`, `row numbers below ${rows}`, active);
      expect.length(law.coefficients, `.members[${j}].coefficients`, active.length);
      expect.length(law.roots, `.members[${j}].roots`, active.length);
    });
  },
);

/** A fit as plain data. */
export function latentDocument(fit: LatentFit): Record<string, unknown> {
  return fitCodec.write(fit);
}

/** Reads the parameters back, checks that they belong together and factorizes: one Cholesky factorization a member. */
export function readLatentFit(engine: Engine, document: unknown, path: string): LatentFit {
  const fit = fitCodec.read(document, path);
  return madeOf(path, "a latent function", () => ({
    ...fit,
    members: fit.members.map(({ law, ...member }) => {
      const K = member.kernel.matrix(engine, selectRows(fit.rows, member.active));
      return { ...member, law: { ...law, factor: siteFactor(engine, K, law.roots) } };
    }),
  }));
}
