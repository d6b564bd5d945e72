import type { Engine } from "../../engine/engine.ts";
import { identityCurve } from "../../calibration/oddsCurve.ts";
import { selectRows } from "../../matrix/row.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import type { LatentFit } from "./latentFit.ts";
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
import { siteFactor } from "./latent/siteSystem.ts";

type Member = LatentFit["members"][number];

/** A fit without the factors, which follow from the rest. */
type UnfactoredFit = Omit<LatentFit, "members"> & {
  readonly members: readonly (Omit<Member, "law"> & { readonly law: Omit<Member["law"], "factor"> })[];
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
