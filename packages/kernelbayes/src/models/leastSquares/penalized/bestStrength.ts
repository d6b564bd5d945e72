import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import { logLossFromLogarithms } from "../../../evaluate/logLoss.ts";
import { applyScoreCurveToRows, fitScoreCurve, type FittedScoreCurve } from "../../../calibration/scoreCurve.ts";
import { classGroups, type ClassGroups } from "../../../rows/classGroups.ts";
import { hasAllClasses, ownFolds } from "../../../rows/heldOutByFolds.ts";
import { type Problem, positiveEntries } from "../../../rows/labelledRows.ts";
import { parabolaVertex, type Candidate } from "../../../search/searchWidth.ts";
import { pause, type Work } from "../../../run/work.ts";
import type { KernelFisherForm, Regularizer } from "./kernelFisherForm.ts";
import { leaveBlocksOut, type LeftOutBlock } from "./leaveBlocksOut.ts";
import { heldOutScores } from "./projectedClasses.ts";

/** A kernel and a strength with what they say of rows that were left out. */
export interface HeldOutStrength extends Candidate {
  readonly strength: number;
  /** Fits of the contrasts between the classes, a row for each test. */
  readonly fits: Matrix;
  readonly curve: FittedScoreCurve;
  readonly logProbabilities: Matrix;
}

/** Strengths in units of the mean eigenvalue, as exponents of 4, or as exponents of √10 of the largest eigenvalue. */
const grids: Readonly<Record<Regularizer, { readonly base: number; readonly least: number; readonly most: number }>> = {
  kernel: { base: 4, least: -7, most: 5 },
  identity: { base: 4, least: -13, most: 4 },
  threshold: { base: Math.sqrt(10), least: -16, most: -1 },
};

/** The strength of least log loss on the folds, with a weak prior that settles what the rows leave open. */
export function* bestStrength(
  engine: Engine,
  form: KernelFisherForm,
  rows: FoldedRows,
  regularizer: Regularizer,
  given: number | undefined,
): Work<HeldOutStrength> {
  if (given !== undefined) return heldOut(engine, form, rows, given);
  const { base, least, most } = grids[regularizer];
  const middle = regularizer === "kernel" ? 0 : (least + most) / 2;
  const at = (exponent: number): HeldOutStrength => {
    const held = heldOut(engine, form, rows, form.unit * base ** exponent);
    return { ...held, criterion: held.criterion + 0.5 * ((exponent - middle) / 4) ** 2 };
  };
  const tried = new Map<number, HeldOutStrength>();
  const best = (): readonly [number, HeldOutStrength] =>
    [...tried].reduce((lowest, entry) => (entry[1].criterion < lowest[1].criterion ? entry : lowest));
  // Every other strength, then both neighbours of the best, then the vertex of the parabola through the best three.
  for (let exponent = least; exponent <= most; exponent += 2) {
    tried.set(exponent, at(exponent));
    yield pause;
  }
  const [coarse] = best();
  for (const exponent of [coarse - 1, coarse + 1]) {
    if (exponent > least && exponent < most) tried.set(exponent, at(exponent));
    yield pause;
  }
  const [exponent, found] = best();
  const [below, above] = [tried.get(exponent - 1), tried.get(exponent + 1)];
  if (regularizer === "threshold" || !below || !above) return found;
  const finer = at(exponent + parabolaVertex(below.criterion, found.criterion, above.criterion));
  return finer.criterion < found.criterion ? finer : found;
}

/** What is said of rows that were left out, and its log loss in nats; no finite one where some fold has no fit. */
function heldOut(engine: Engine, form: KernelFisherForm, rows: FoldedRows, strength: number): HeldOutStrength {
  const { sets, groups, blocks, blockOf, classes, weights } = rows;
  const C = sets.classCount;
  const m = groups.between.columns;
  const residuals = leaveBlocksOut(engine, form.fitAt(strength), blocks);
  const fits = matrix(classes.length, m);
  let at = 0;
  blocks.forEach(({ rows: own }, block) => {
    const left = residuals[block];
    own.forEach((row, k) => {
      for (let j = 0; j < m; j++) {
        const target = groups.between.data[row * m + j] / groups.roots[row];
        fits.data[at++] = left ? target - left.data[k * m + j] : Number.NaN;
      }
    });
  });
  const isSound = fits.data.every(Number.isFinite);
  const judged = isSound
    ? heldOutScores(engine, { projections: fits, classes, weights }, blockOf, blocks.length, C)
    : undefined;
  // Without a rule to judge by, every row is as good as every other.
  const scores = judged ?? matrix(classes.length, C);
  const curve = fitScoreCurve(scores, classes, weights);
  const logProbabilities = applyScoreCurveToRows(curve, scores);
  const { mean } = logLossFromLogarithms(logProbabilities, classes, weights);
  const total = weights.reduce((sum, w) => sum + w, 0);
  return { strength, fits, curve, logProbabilities, criterion: isSound ? total * mean : Infinity };
}

const folds = 10;

/** Rows that differ, and the folds that they are left out in. */
export interface FoldedRows {
  readonly sets: Problem;
  readonly setOf: Int32Array;
  readonly groups: ClassGroups;
  readonly blocks: readonly LeftOutBlock[];
  /** The tests of all blocks, one after the other. */
  readonly tests: readonly { readonly set: number; readonly weight: number }[];
  readonly blockOf: Int32Array;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/** Rows whose fold holds all that there is of a class are not tested. */
export function foldedRows(problem: Problem, seed: number): FoldedRows {
  const { sets, setOf, splits } = ownFolds(problem, folds, seed);
  const sound = splits.filter(({ train }) => {
    const left = positiveEntries(train);
    return hasAllClasses({ classes: Int32Array.from(left, (row) => sets.classes[row]), classCount: sets.classCount });
  });
  const blocks = sound.map(({ test }) => {
    const rows = positiveEntries(test);
    return { rows, masses: Float64Array.from(rows, (row) => test[row]) };
  });
  const tests = blocks.flatMap(({ rows, masses }) => Array.from(rows, (set, k) => ({ set, weight: masses[k] })));
  const classes = Int32Array.from(tests, ({ set }) => sets.classes[set]);
  if (!hasAllClasses({ classes, classCount: sets.classCount })) throw tooFewRows();
  return {
    sets,
    setOf,
    groups: classGroups(sets.classes, sets.classCount, sets.weights),
    blocks,
    tests,
    blockOf: Int32Array.from(blocks.flatMap(({ rows }, block) => Array.from(rows, () => block))),
    classes,
    weights: Float64Array.from(tests, ({ weight }) => weight),
  };
}

function tooFewRows(): InputError {
  return new InputError(
    "too-few-rows",
    "The discriminant is chosen and calibrated on rows that are held out, and needs at least two rows of each class, in different groups where rows are grouped.",
    {},
    "Add rows, leave the class out, or take a model that needs none, such as lda with shrinkage.",
  );
}
