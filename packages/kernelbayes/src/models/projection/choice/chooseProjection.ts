import { sumOf } from "../../../matrix/dot.ts";
import type { Engine } from "../../../engine/engine.ts";
import { InputError, type Warning, unlessThrown } from "../../../errors.ts";
import { mostProbable } from "../../../evaluate/probabilities.ts";
import { bandwidth, lengthScaleOf, bandwidthKernels } from "../components/bandwidth.ts";
import { kernelComponents } from "../components/kernelComponents.ts";
import { projectionChain } from "../chain/projectionChain.ts";
import { ridgeChoice, ridgeOn, type RidgeCandidate } from "./ridgeChoice.ts";
import { utilityChoice, type HalfClassifier, type ProjectedHalf } from "./utilityChoice.ts";
import { averagedLogProbabilities, drawnLogProbabilities } from "../draws/drawnProbabilities.ts";
import { gaussian } from "../../../kernels/gaussian.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { linear } from "../../../kernels/linear.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { parallel, type Work } from "../../../run/work.ts";
import { behindOnes } from "../projectionBasis.ts";
import {
  chainRequests,
  packageUnits,
  pooledDraws,
  problemOf,
  scaleColumns,
  unitFactors,
  type ScoreUnits,
} from "../chainRequests.ts";
import { byGroups, partOf, type GroupedRows } from "./leftOutGroups.ts";
import type { ProjectionSettings } from "../projectionOptions.ts";
import type { ChainDraws, ChainRequest } from "../chain/chainInput.ts";

/** How many projections: by left-out rows, by expected utility over random halves, or so many. */
export type ProjectionRule = "leave-one-out" | "utility" | number;

export interface ChosenProjection {
  readonly kernel: Kernel;
  /** n′, where it was asked for. */
  readonly count: number | undefined;
  /** The units of the components, where they are not taken as they are. */
  readonly units: ScoreUnits | undefined;
  /** What chains see kernel columns multiplied by, where they are not taken as they are. */
  readonly unit?: number | undefined;
  readonly warnings: readonly Warning[];
}

/** Choices look at no more rows than these, drawn by the seed. */
export const mostChoiceRows = 1000;

/** Components beyond these are not looked at where their number is chosen. */
const mostComponents = 32;

/** Coefficients of a regression beyond which no more components are tried than tell all classes apart: one with m has O(m³). */
const mostCoefficients = 400;

/** Components that are tried at most for so many classes; at least C − 1, with which the log odds of C classes vary by themselves. */
export function mostComponentsOf(classes: number): number {
  const q = classes - 1;
  return Math.min(mostComponents, Math.max(q, Math.floor(mostCoefficients / q)));
}

/**
 * The kernel and the number of projections, by ridge regressions on few components instead of chains: those under which rows
 * are predicted best by regressions that did not see them. "utility" goes on with chains on halves of the rows. Without projections the kernel alone is
 * chosen.
 */
export function* chooseProjection(
  engine: Engine,
  rows: GroupedRows,
  settings: ProjectionSettings,
  projections: ProjectionRule | undefined,
  { columnGroups, seed }: { readonly columnGroups: readonly number[]; readonly seed: number },
): Work<ChosenProjection> {
  const kernels = candidateKernels(engine, rows.X, settings).map((kernel) => kernel.forColumns(columnGroups));
  const part = partOf(rows, mostChoiceRows, seed);
  const warnings = part === rows ? [] : [searchedOnPart(part.X.rows, rows.X.rows)];
  const { intercept, scaling } = settings;
  const isScaled = scaling === "data";
  const given = scaling === "package" ? packageUnits : undefined;
  const unitOf = (kernel: Kernel): number | undefined =>
    typeof settings.kernel === "string" && kernel.kind === "linear"
      ? rowUnit(engine, part, rows, kernel, intercept)
      : undefined;
  if (projections === undefined && kernels.length === 1) {
    const unit = unitOf(kernels[0]);
    const ofUnit = unit === undefined ? [] : warnings;
    return { kernel: kernels[0], count: undefined, units: undefined, unit, warnings: ofUnit };
  }
  if (kernels.length === 1 && typeof projections === "number" && !isScaled) {
    return { kernel: kernels[0], count: projections, units: given, warnings: [] };
  }
  if (typeof projections === "number") {
    const { chosen } = yield* ridgeChoice(engine, part, { kernels, intercept, counts: [projections] });
    return { kernel: chosen.kernel, count: projections, units: isScaled ? unitsOf(chosen, part) : given, warnings };
  }
  const byRidge =
    projections !== "utility" || kernels.length > 1
      ? (yield* ridgeChoice(engine, part, { kernels, intercept, mostComponents: mostComponentsOf(rows.classCount) }))
          .chosen
      : undefined;
  const kernel = byRidge?.kernel ?? kernels[0];
  if (byRidge && projections !== "utility") {
    const ofComponents =
      projections === undefined
        ? { count: undefined, units: undefined, unit: unitOf(kernel) }
        : { count: byRidge.count, units: isScaled ? unitsOf(byRidge, part) : given };
    return { kernel, ...ofComponents, warnings };
  }
  const count = yield* countByUtility(engine, part, settings, kernel, { columnGroups, seed });
  if (!isScaled) return { kernel, count, units: given, warnings };
  const { chosen } = yield* ridgeChoice(engine, part, { kernels: [kernel], intercept, counts: [count] });
  return { kernel, count, units: unitsOf(chosen, part), warnings };
}

/** The number of components under which chains on halves of the rows predict the other halves best. */
function* countByUtility(
  engine: Engine,
  part: GroupedRows,
  settings: ProjectionSettings,
  kernel: Kernel,
  { columnGroups, seed }: { readonly columnGroups: readonly number[]; readonly seed: number },
): Work<number> {
  const isByRule = kernel.kind === "gaussian" && settings.bandwidth !== "auto" && typeof settings.kernel === "string";
  const { best } = yield* utilityChoice(engine, byGroups(part), {
    seed,
    // A rule is applied to the rows of each half anew.
    kernelFor: (X) => (isByRule ? candidateKernels(engine, X, settings)[0] : kernel).forColumns(columnGroups),
    classify: classifyByChains(engine, settings, seed),
  });
  return best;
}

/** The regression saw scores whose squares sum to 1 over its rows; in units their mean square is 1, whatever the number of rows. */
function unitsOf({ scaling, penalty }: RidgeCandidate, { weights }: GroupedRows): ScoreUnits {
  return { scaling, penalty: penalty * sumOf(weights) };
}

/**
 * What to multiply the columns of a linear kernel by, so that coefficients of variance 1 are those that the evidence asks for of a ridge
 * regression on them. The kernel of a row with itself is as large as there are columns, and says nothing about coefficients; that of a gaussian
 * kernel is 1. With more rows there are more columns, and each counts for less. Undefined where the columns do not differ.
 */
function rowUnit(
  engine: Engine,
  part: GroupedRows,
  all: GroupedRows,
  kernel: Kernel,
  intercept: boolean,
): number | undefined {
  return unlessThrown(InputError, () => {
    const columns = kernel.cross(engine, part.X, part.X);
    const components = kernelComponents(engine, linear(), columns, {
      count: mostComponentsOf(part.classCount),
      weights: part.weights,
    });
    const { eigenvalues } = components;
    const options = { count: eigenvalues.length, intercept, scaling: "common", before: undefined } as const;
    const { penalty } = ridgeOn(engine, part, components, options);
    const unit = Math.sqrt(sumOf(part.weights) / sumOf(all.weights) / (penalty * eigenvalues[0]));
    return Number.isFinite(unit) && unit > 0 ? unit : undefined;
  });
}

/** The kernels among which there is a choice; one where there is none. */
function candidateKernels(engine: Engine, X: Matrix, { kernel, bandwidth: rule }: ProjectionSettings): Kernel[] {
  if (typeof kernel !== "string") return [kernel];
  if (kernel === "linear") return [linear()];
  if (rule === "auto") {
    return bandwidthKernels(engine, X).filter(({ kind }) => kernel === "auto" || kind === "gaussian");
  }
  const theta = typeof rule === "number" ? rule : bandwidth(engine, X, rule);
  const ruled = gaussian({ lengthScale: lengthScaleOf(theta) });
  return kernel === "auto" ? [ruled, linear()] : [ruled];
}

/** One chain for each half and number of components, and the most probable classes of the other half. */
function classifyByChains(engine: Engine, settings: ProjectionSettings, seed: number): HalfClassifier {
  const { intercept, predictive, scaling } = settings;
  const designOf = (scores: Matrix, { components, weights }: ProjectedHalf): Matrix => {
    const inUnits =
      scaling === "package"
        ? scaleColumns(scores, unitFactors(components.eigenvalues, packageUnits, sumOf(weights)))
        : scores;
    return intercept ? behindOnes(inUnits) : inUnits;
  };
  return function* (halves) {
    const inputs = halves.flatMap((half, at) => {
      const { scores, eigenvalues } = half.components;
      const mass = sumOf(half.weights);
      const norms = scaling === "package" ? eigenvalues.map((value) => value * mass) : eigenvalues;
      const squaredNorms = intercept ? Float64Array.of(mass, ...norms) : norms;
      const problem = problemOf(half, designOf(scores, half), squaredNorms);
      return chainRequests(engine, problem, { ...settings, chains: 1 }, seed, [1, at]);
    });
    const found = yield* parallel<ChainRequest, ChainDraws>(
      "halfChain",
      inputs,
      (input) => projectionChain(engine, input),
      {
        shared: ["problem"],
      },
    );
    return found.map((chain, at) => {
      const { testScores, classCount } = halves[at];
      const drawn = drawnLogProbabilities(engine, pooledDraws([chain]), designOf(testScores, halves[at]), predictive);
      const averaged = averagedLogProbabilities(drawn, classCount);
      return mostProbable({ ...averaged, data: averaged.data.map(Math.exp) });
    });
  };
}

function searchedOnPart(used: number, rows: number): Warning {
  return {
    code: "search-on-part",
    message:
      `Kernel and projections were chosen on ${used} of ${rows} different rows, drawn by the seed, and all rows were used with ` +
      "them. Give the options kernel, bandwidth or projections to spare the search.",
  };
}
