import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import { calibrationSpread, type CalibrationCurve } from "../../calibration/calibrationCurve.ts";
import type { CurveSpread } from "../../calibration/curveSpread.ts";
import { meanDeviation, bothSides } from "../../calibration/logitInterval.ts";
import { oddsLogProbabilities } from "../../calibration/oddsPrediction.ts";
import type { OddsCurve } from "../../calibration/oddsCurve.ts";
import { widthAllowed } from "../../calibration/widthAllowed.ts";
import { selectRows } from "../../matrix/row.ts";
import { withWidth } from "../../search/searchBounds.ts";
import type { ChosenMachine } from "./chooseMachine.ts";
import type { DualPoint } from "./dual.ts";
import { machineOdds, type CalibratedMachine } from "./posterior.ts";
import { processSpread, type ProcessSpread } from "./processSpread.ts";
import type { HeldOut, Judged } from "./supportVectorHeldOut.ts";
import type { SupportRows } from "./supportRows.ts";

/** A machine of all rows, with what was held out of it. */
export interface TrainedMachine {
  readonly chosen: ChosenMachine;
  readonly point: DualPoint;
  readonly bias: number;
  readonly heldOut: HeldOut;
  readonly judged: Judged;
  /** The median squared distance of two rows. */
  readonly squaredDistance: number;
}

/** The machine on its support with its curve, and with what its intervals are made of. Outputs are positive for class 1, whichever sign that had in the training. */
export function uncertainMachine(engine: Engine, sets: SupportRows, trained: TrainedMachine): CalibratedMachine {
  const { X, signs, orientation } = sets;
  const { chosen, point, bias, heldOut, judged } = trained;
  const { outputs, signs: tested, weights } = heldOut;
  const support = Int32Array.from(signs.keys()).filter((i) => point.coefficients[i] !== 0);
  const machine = {
    kernel: chosen.kernel,
    cost: chosen.cost,
    rows: selectRows(X, support),
    coefficients: Float64Array.from(support, (i) => orientation * point.coefficients[i]),
    bias: orientation * bias,
    curve: orientedCurve(judged.curve, calibrationSpread(outputs, tested, weights, judged.curve), orientation),
    process: processOf(engine, sets, support, trained),
  };
  return { ...machine, width: widthOf(engine, machine, sets, trained) };
}

function orientedCurve(
  { slope, offset, covariance }: CalibrationCurve,
  spread: CurveSpread | undefined,
  orientation: 1 | -1,
): OddsCurve {
  if (orientation > 0) return { slope, offset, covariance, spread };
  const mixed = -covariance[0][1];
  return {
    slope,
    offset: -offset,
    covariance: [
      [covariance[0][0], mixed],
      [mixed, covariance[1][1]],
    ],
    spread: spread && {
      places: spread.places.map((place) => -place).toReversed(),
      below: spread.above.toReversed(),
      above: spread.below.toReversed(),
    },
  };
}

/**
 * The process of which the machine is about the mode. Only support vectors inform it: without the other rows the machine would be the same. C counts as the least that gives
 * this machine. Where the chosen kernel is wider than the median distance of two rows, the process has that distance and keeps its slopes: nearly
 * straight outputs explain the rows, but rows do not rule out that log odds bend.
 */
function processOf(
  engine: Engine,
  { X, signs, weights, shares }: SupportRows,
  support: Int32Array,
  { chosen, point, bias, judged, squaredDistance }: TrainedMachine,
): ProcessSpread {
  const { slope, offset } = judged.curve;
  const cost = support.reduce(
    (most, i) => Math.max(most, Math.abs(point.coefficients[i]) / (weights[i] * shares[i])),
    0,
  );
  const narrower = chosen.width < 0 ? withWidth(chosen.kernel, 1 / squaredDistance) : undefined;
  return processSpread(engine, {
    X: selectRows(X, support),
    weights: Float64Array.from(support, (i) => weights[i]),
    kernel: narrower ?? chosen.kernel,
    variance: slope * Math.min(cost, chosen.cost) * (narrower ? 10 ** chosen.width : 1),
    logits: Float64Array.from(support, (i) => slope * (signs[i] - point.residuals[i] + bias) + offset),
  });
}

/** Rows by which the width of intervals is judged, at most. */
const rowsOfWidth = 1000;

/** What labels lose at the ends of an interval of level 0.9, ½z² nats. Machines of many classes see each row several times, and two nats for each are too many. */
const allowance = 1.35;

/** The share of the deviations towards even odds that held-out rows allow. */
function widthOf(
  engine: Engine,
  machine: CalibratedMachine,
  { X, orientation }: SupportRows,
  { heldOut: { tests, signs, weights }, judged }: TrainedMachine,
): number {
  const count = Math.min(tests.length, rowsOfWidth);
  const places = Int32Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) * tests.length) / count));
  const sets = places.map((at) => tests[at].set % X.rows);
  const deviations = machineOdds(engine, machine, selectRows(X, sets)).deviations;
  const ofBoth = matrix(count, 2);
  Array.from(deviations).forEach((deviation, k) =>
    ofBoth.data.fill(meanDeviation(bothSides(deviation)), 2 * k, 2 * k + 2),
  );
  const logits = Float64Array.from(places, (at) => orientation * judged.logits[at]);
  return widthAllowed(
    {
      logProbabilities: oddsLogProbabilities({ logits }),
      deviations: ofBoth,
      classes: Int32Array.from(places, (at) => (orientation * signs[at] > 0 ? 1 : 0)),
      weights: Float64Array.from(places, (at) => (weights[at] * tests.length) / count),
    },
    allowance,
  );
}
