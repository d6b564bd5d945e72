import type { Warning } from "../../errors.ts";
import type { NoisePrior, PrecisionPrior, ProjectionPrior } from "./chain/projectionProblem.ts";
import { isPositive, type OptionKind } from "../parts/optionKinds.ts";

const gammaPrecision = { kind: "gamma", shape: 1, rate: 1 } as const;

/** The priors that have a name. */
export const namedPriors: Readonly<Record<"stable" | "paper", ProjectionPrior>> = {
  stable: {
    noise: { kind: "inverse-gamma", shape: 3, rate: 3 },
    precision: gammaPrecision,
    coefficients: "scaled",
  },
  paper: {
    noise: { kind: "inverse-gamma", shape: 0.001, rate: 0.001 },
    precision: gammaPrecision,
    coefficients: "scaled",
  },
};

/** The warning that goes with the prior of the paper. */
export const paperPrior: Warning = {
  code: "improper-prior",
  message:
    "The prior of the paper leaves the variance of the noise without an upper limit that the rows could set: chains drift, and " +
    'only averaged class probabilities mean something. The prior "stable" has none of this.',
};

const priorForm =
  '{ noise, precision, coefficients }: noise of the kind "inverse-gamma" (shape, rate), "truncated-inverse-gamma" (shape, rate, upper), "half-cauchy" (scale), ' +
  '"uniform" (upper) or "fixed" (variance), precision of the kind "gamma" (shape, rate), "half-cauchy" (scale) or "uniform" (upper), ' +
  'coefficients "scaled" or "independent"';

/** The positive numbers that priors of each kind have. */
const priorNumbers = {
  noise: {
    "inverse-gamma": ["shape", "rate"],
    "truncated-inverse-gamma": ["shape", "rate", "upper"],
    "half-cauchy": ["scale"],
    uniform: ["upper"],
    fixed: ["variance"],
  },
  precision: { gamma: ["shape", "rate"], "half-cauchy": ["scale"], uniform: ["upper"] },
} as const;

/** The priors themselves. */
/* @__NO_SIDE_EFFECTS__ */
export function projectionPriors(): OptionKind<ProjectionPrior> {
  return {
    type: "object",
    choices: [],
    alternatives: [priorForm],
    read(prior) {
      if (!hasOwnKeys(prior, ["noise", "precision", "coefficients"])) return undefined;
      const { noise, precision, coefficients } = prior;
      const isKnown = coefficients === "scaled" || coefficients === "independent";
      if (!isKnown || !isPrior(noise, priorNumbers.noise) || !isPrior(precision, priorNumbers.precision))
        return undefined;
      // Checked above, entry by entry.
      return structuredClone({ noise, precision, coefficients }) as {
        noise: NoisePrior;
        precision: PrecisionPrior;
        coefficients: typeof coefficients;
      };
    },
  };
}

function isPrior(prior: unknown, kinds: Readonly<Record<string, readonly string[]>>): boolean {
  const kind = typeof prior === "object" && prior !== null && "kind" in prior ? prior.kind : undefined;
  if (typeof kind !== "string" || !Object.hasOwn(kinds, kind)) return false;
  const names = kinds[kind];
  return hasOwnKeys(prior, ["kind", ...names]) && names.every((name) => isPositive(prior[name]));
}

/** Whether a value is an object with just these properties. */
function hasOwnKeys(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}
