import type { Engine } from "../../engine/engine.ts";
import { uniqueWarnings, type Warning } from "../../errors.ts";
import { fitCalibrationCurve, type CalibrationCurve } from "../../calibration/calibrationCurve.ts";
import { fisherContrasts } from "../../rows/fisherContrasts.ts";
import {
  chooseRegularization,
  leftOutOutputs,
  type ChosenRegularization,
  type CodedMachines,
  type RegularizationRule,
  codeEvidence,
  noiseVarianceAt,
} from "./penalized/codeEvidence.ts";
import { contrastSpread } from "./penalized/projectedClasses.ts";
import {
  codeResponse,
  penalizedDiscriminant,
  penalizedForm,
  type PenalizedForm,
  type PenaltyMatrix,
} from "./penalized/penalizedForm.ts";
import { gaussianStages, searchGaussian, widthWarnings } from "../../search/searchGaussian.ts";
import { spreadSlope } from "../../calibration/spreadSlope.ts";
import { crossFittedLogits } from "../../calibration/crossFittedLogits.ts";
import { nestedLimit, nestedLogits, pairOutputs } from "./canonical/nestedLogits.ts";
import { residualMatrix } from "./canonical/residualMatrix.ts";
import { curveProblem } from "../../calibration/searchCurve.ts";
import {
  type TuningProblem,
  coupledRows,
  leaveOneOutRows,
  machineSigns,
  orderedRows,
  type OrderedRows,
} from "./expansionProblem.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { fromRows, rowChunks } from "../../matrix/row.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { pause, progress, type Work } from "../../run/work.ts";
import { chunkRows, expansionCodec, outputsOf, type CalibratedExpansion } from "../parts/expansionPosterior.ts";
import type { Context, Model } from "../model.ts";
import {
  dependentOption,
  describeOptions,
  option,
  readModelOptions,
  type OptionSchema,
  type SettingsOf,
} from "../parts/option.ts";
import { either, words, type OptionKind } from "../parts/optionKinds.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";
import { votingPosterior, type Decision } from "./penalized/kernelFisherPosterior.ts";
import type { Renaming } from "../parts/inPresentWords.ts";
import { chosenKernel, type KernelChoice, kernelOfAnyForm } from "../parts/kernelOption.ts";
import { regularizationOption, type Regularization } from "../parts/regularizationOption.ts";
import { weightedKernel } from "../../rows/kernel/kernelOnRows.ts";
import { classSizes, membersOf, type Problem } from "../../rows/labelledRows.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { searchPart } from "../../rows/sampleRows.ts";
import { solutionAt } from "./expansion/formExpansion.ts";

export interface BayesianKernelFisherOptions {
  /** The kernel, its document or its name, used as it is given. Default "gaussian", whose width is chosen. */
  readonly kernel?: KernelChoice;
  /**
   * The matrix A of the prior a ~ N(0, τ²A⁻¹) of the coefficients: the identity, the kernel matrix, or the rows of a
   * symmetric positive definite matrix, one row and column for each training row in their order. Default "identity".
   */
  readonly penalty?: "identity" | "kernel" | readonly (readonly number[])[];
  /** r = σ²/τ²; "auto": by the criterion. Default "auto". */
  readonly regularization?: Regularization;
  /** What r and a width are chosen by: the log loss of left-out rows, or the evidence. Default "leave-one-out". */
  readonly criterion?: RegularizationRule["criterion"];
  /** What the label is: the most probable class, or Lin's vote, the class of the largest f. Default "probability". */
  readonly decision?: Decision;
}

const options = {
  kernel: dependentOption(kernelOfAnyForm(), '"gaussian", whose width is chosen', "The kernel as it is used."),
  penalty: option(
    either(words("identity", "kernel"), squareMatrix()),
    "identity",
    "The matrix A of the penalty on the coefficients; rows and columns of your own belong to the training rows.",
  ),
  regularization: regularizationOption("The factor r of the penalty."),
  criterion: option(
    words("leave-one-out", "evidence"),
    "leave-one-out",
    "Whether r and the width of the kernel are chosen by the log loss of left-out rows or by the evidence.",
  ),
  decision: option(
    words("probability", "vote"),
    "probability",
    "Whether the label is the most probable class or that of the largest output, as Lin has it.",
  ),
} satisfies OptionSchema<BayesianKernelFisherOptions>;

const byCriterion = (criterion: unknown) => ({ regularization: "auto", criterion });

const renamings: readonly Renaming[] = [
  { option: "regularization", word: "leave-one-out", now: byCriterion },
  { option: "regularization", word: "evidence", now: byCriterion },
];

interface Settings extends Pick<SettingsOf<typeof options>, "decision"> {
  readonly kernel: Kernel | undefined;
  readonly penalty: PenaltyMatrix;
  readonly rule: RegularizationRule;
}

/**
 * Lin's Bayesian kernel Fisher discriminant: the classes coded +n₀/n and −n₁/n, and
 *
 *     y = H K a + ε,   ε ~ N(0, σ²),   a ~ N(0, τ²A⁻¹),   r = σ²/τ²,
 *     f(x) = âᵀk(x) + b,   â = (n₁n₀/n)(K H K + rA)⁻¹(k̄₁ − k̄₀),   b = −½(k̄₁ + k̄₀)ᵀâ,
 *
 * with f = 0 half way between the projected class means. Many classes have a machine each against the rest, on one
 * decomposition; probabilities come from a logistic curve on leave-one-out outputs of each machine and are coupled.
 *
 * @example bayesianKernelFisher({ penalty: "kernel", criterion: "evidence" })
 */
export function bayesianKernelFisher(given: BayesianKernelFisherOptions = {}): Model {
  const { settings: read, identity } = readModelOptions("bayesian-kfda", options, given, renamings);
  const { penalty, regularization, criterion, decision } = read;
  const kernel = chosenKernel(read.kernel);
  const settings: Settings = {
    kernel,
    penalty: typeof penalty === "string" ? penalty : fromRows(penalty),
    rule: { given: regularization === "auto" ? undefined : regularization, criterion },
    decision,
  };
  return {
    ...identity,
    classes: "many",
    fit: (problem, context) =>
      stages(
        { ...gaussianStages(problem, settings.kernel !== undefined), "final fit": 0.5 },
        fitDiscriminant(problem, context, settings),
      ),
    restore: (parameters, figures, { engine }) =>
      votingPosterior(engine, expansionCodec.read(parameters, "parameters"), figures, decision),
    cost(rows, columns, classes) {
      const decompositions = kernel ? 1 : 8;
      const machines = classes === 2 ? 1 : classes;
      return {
        memory: 8 * rows * (7 * rows + columns + 40 * machines),
        operations: decompositions * (25 * rows ** 3 + rows * rows * (columns + 80 * machines)) + 4 * rows ** 3,
      };
    },
  };
}

export const bayesianKfdaEntry: ModelEntry = {
  title: "Bayesian kernel Fisher discriminant of Lin",
  family: "fisher",
  summary:
    "Least squares on coded classes with a penalty matrix of your choice; calibrated; labels by probability or by vote; up to a few thousand rows.",
  create: bayesianKernelFisher,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: noSearch,
};

type Rows = readonly (readonly number[])[];

/** The rows of a square matrix of finite numbers. */
/* @__NO_SIDE_EFFECTS__ */
function squareMatrix(): OptionKind<Rows> {
  return {
    type: "matrix",
    choices: [],
    alternatives: ["the rows of a square matrix of numbers"],
    read(value) {
      if (!Array.isArray(value) || value.length === 0) return undefined;
      const isRow = (row: unknown): row is number[] =>
        Array.isArray(row) && row.length === value.length && row.every(Number.isFinite);
      return value.every(isRow) ? value.map((row) => [...row]) : undefined;
    },
  };
}

function* fitDiscriminant(problem: Problem, { engine, seed }: Context, settings: Settings): Work<NumericPosterior> {
  const { penalty, decision, rule } = settings;
  const rows = typeof penalty === "string" ? orderedRows(problem, seed) : allRows(problem);
  const part = typeof penalty === "string" ? searchPart(problem, seed) : undefined;
  const candidate = yield* choose(
    engine,
    rows.problem,
    part && orderedRows(part, seed).problem,
    problem.columnGroups,
    settings,
  );
  const { kernel, penalized, machines, chosen } = candidate;
  const r = chosen.regularization;
  const solved = solveMachines(engine, rows.problem, candidate);
  yield progress("final fit", 1, 2);
  const logits = leftOutLogits(engine, rows.problem, candidate, solved);
  yield pause;
  const { X, signs, weights } = rows.problem;
  const outputs = { kernel, rows: X, machines: solved.map(({ machine }) => machine) };
  const expansion: CalibratedExpansion = {
    ...outputs,
    ...contrastSpread(engine, penalized, r),
    total: penalized.total,
    // The codes of the two sides, n₀/n and −n₁/n, are 1 apart.
    curves: solved.map(({ curve }) => ({ ...curve, spreadSlope: spreadSlope(curve.slope, 1) })),
    sizes: classSizes(problem),
    centers: classCenters(engine, outputs, signs, weights),
  };
  yield progress("final fit", 2, 2);
  const leaveOneOut = leaveOneOutRows(problem, coupledRows(logits, problem.classCount), (row) => rows.setOf[row]);
  const evidence = machines.responses.reduce(
    (sum, response, m) => sum + codeEvidence(penalized, response, r, solved[m].machine.noise),
    0,
  );
  return votingPosterior(
    engine,
    expansion,
    {
      leaveOneOut,
      evidence: Number.isFinite(evidence) ? evidence : undefined,
      warnings: [
        ...omittedWarning(leaveOneOut),
        ...uniqueWarnings(solved.flatMap(({ curve }) => curve.warnings)),
        ...boundWarnings(candidate, rule),
      ],
    },
    decision,
  );
}

/** The mean outputs of the two sides of each machine, the other side first. */
function classCenters(
  engine: Engine,
  outputs: Pick<CalibratedExpansion, "kernel" | "rows" | "machines">,
  signs: readonly Float64Array[],
  weights: Float64Array,
): Float64Array {
  const M = signs.length;
  const [sums, masses] = [new Float64Array(2 * M), new Float64Array(2 * M)];
  for (const [start, part] of rowChunks(outputs.rows, chunkRows)) {
    const { data } = outputsOf(engine, outputs, part).outputs;
    data.forEach((output, at) => {
      const [row, m] = [start + Math.floor(at / M), at % M];
      const side = 2 * m + (signs[m][row] > 0 ? 1 : 0);
      sums[side] += weights[row] * output;
      masses[side] += weights[row];
    });
  }
  return sums.map((sum, side) => sum / masses[side]);
}

interface SolvedMachine {
  readonly machine: CalibratedExpansion["machines"][number];
  /** Of rows left out, and what was added to those of least squares. */
  readonly outputs: Float64Array;
  readonly shift: number;
  readonly curve: CalibrationCurve;
}

/** The machines at the chosen regularization, each with its calibration curve. */
function solveMachines(
  engine: Engine,
  { signs, weights }: TuningProblem,
  { penalized, machines, chosen }: Chosen,
): SolvedMachine[] {
  const r = chosen.regularization;
  const [outputs] = leftOutOutputs(engine, penalized, machines, [Math.log(r)]);
  return machines.responses.map((response, m) => {
    const contrasts = fisherContrasts(labelsOf(signs[m]), weights);
    const { coefficients, bias } = penalizedDiscriminant(penalized, response, contrasts, r);
    // The outputs of rows left out are those of least squares with its own constant, moved to the midpoint here.
    const shift = bias - solutionAt(penalized.form, response, r).bias;
    const moved = outputs[m].map((output) => output + shift);
    return {
      machine: { coefficients, bias, noise: noiseVarianceAt(penalized, response, r) },
      outputs: moved,
      shift,
      curve: fitCalibrationCurve(moved, signs[m], weights),
    };
  });
}

/** The logits of rows without their own part in machine and curve. */
function leftOutLogits(
  engine: Engine,
  { X, signs, weights, groups }: TuningProblem,
  { penalized: { form }, machines, chosen }: Chosen,
  solved: readonly SolvedMachine[],
): Float64Array[] {
  const { rootWeights } = form;
  return solved.map(({ curve, outputs, shift }, m) => {
    if (groups || X.rows > nestedLimit) return crossFittedLogits(outputs, signs[m], weights, curve, groups);
    const response = machines.responses[m];
    const targets = response.targets.map((y) => y + shift);
    return nestedLogits({
      outputsWithout: pairOutputs({
        residualMatrix: residualMatrix(engine, form, response, chosen.regularization),
        rootWeights,
        targets,
      }),
      rootWeights,
      targets,
      residuals: outputs.map((output, i) => targets[i] - output),
      signs: signs[m],
      curve,
    });
  });
}

/** All rows in their order, none merged, as a penalty matrix of the user's has them. */
function allRows({ X, classes, weights, rowGroups, classCount }: Problem): OrderedRows {
  const signs = machineSigns(classes, classCount);
  return {
    problem: { X, signs, weights, groups: rowGroups && membersOf(rowGroups) },
    setOf: Int32Array.from(classes.keys()),
  };
}

interface Chosen {
  readonly kernel: Kernel;
  readonly penalized: PenalizedForm;
  readonly machines: CodedMachines;
  readonly chosen: ChosenRegularization;
  readonly criterion: number;
  readonly isWidthAtLimit: boolean;
}

function* choose(
  engine: Engine,
  all: TuningProblem,
  part: TuningProblem | undefined,
  columnGroups: readonly number[],
  { kernel, penalty, rule }: Settings,
): Work<Chosen> {
  const evaluate = function* (each: Kernel, rows: TuningProblem): Work<Omit<Chosen, "isWidthAtLimit">> {
    const curves = rows.signs.map((signs) => curveProblem(signs, rows.weights));
    const penalized = penalizedForm(engine, weightedKernel(engine, each, rows), penalty, rows.weights);
    yield pause;
    const responses = rows.signs.map((signs) =>
      codeResponse(engine, penalized, fisherContrasts(labelsOf(signs), rows.weights)),
    );
    const machines: CodedMachines = { responses, curves, groups: rows.groups };
    yield pause;
    const chosen = chooseRegularization(engine, penalized, machines, rule);
    return { kernel: each, penalized, machines, chosen, criterion: chosen.criterion };
  };
  const given = kernel?.forColumns(columnGroups);
  const { found, isAtLimit } = yield* searchGaussian(evaluate, { given, all, part, columns: all.X.columns });
  return { ...found, isWidthAtLimit: isAtLimit };
}

function labelsOf(signs: Float64Array): Int32Array {
  return Int32Array.from(signs, (sign) => (sign > 0 ? 1 : 0));
}

function boundWarnings({ chosen, isWidthAtLimit }: Chosen, rule: RegularizationRule): Warning[] {
  const message =
    `The best regularization by ${rule.criterion} lies at the end of what was searched, ${chosen.regularization.toExponential(1)}: the ` +
    "classes hold no noise for this kernel, or nothing else. Give another kernel, or the regularization itself.";
  return [...widthWarnings(isWidthAtLimit), ...(chosen.isAtBound ? [{ code: "at-bound", message }] : [])];
}
