import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import { fromColumns } from "../../matrix/row.ts";
import { logit, sigmoid } from "../../numeric/sigmoid.ts";
import { numericCodec, numericParts, type NumericParts } from "../../posterior/numericDocument.ts";
import { flag, list, optional, record, refuse, type RecordCodec } from "../../codec.ts";
import {
  emptyPrediction,
  type FitFigures,
  type NumericPosterior,
  type NumericPrediction,
  type NumericProbabilities,
} from "../../posterior/numericPosterior.ts";
import { contrastedExpansion, type LatentExpansion } from "../../posterior/latentExpansion.ts";
import { putLogitInPlace } from "../../calibration/logitInterval.ts";
import { classSizes } from "../parts/kernelCodec.ts";

/** A two-class machine of a coupled model: one class against another, or against all others. */
export interface Machine {
  readonly positive: number;
  /** All other classes when absent. */
  readonly negative: number | undefined;
}

/** How two-class machines are combined to one model of many classes. */
export interface Coupling {
  readonly name: "one-versus-rest" | "pairwise";
  machines(classes: number): readonly Machine[];
  /** How many machines these are. */
  machineCount(classes: number): number;
  /** Class probabilities from the machines' probabilities of their positive classes. */
  couple(engine: Engine, probabilities: Float64Array, classCount: number): Float64Array;
  /**
   * One width a class from those of the machines, each as seen from its positive and from its negative class, given the
   * coupled probabilities.
   */
  perClass(positive: Float64Array, negative: Float64Array, probabilities: Float64Array): Float64Array;
  /** Log odds beyond which a machine counts as no surer; none where absent. */
  readonly surest?: number;
  /** Ends of the probability of each class from those of the machines; where absent, they are as far off as `perClass` says. */
  ends?(machines: MachineEnds, probabilities: Float64Array): readonly (readonly [number, number])[];
}

/** What machines report of their positive classes. */
interface MachineEnds {
  readonly probability: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Fitted machines with what it takes to combine them. */
export interface CoupledMachines {
  readonly coupling: Coupling;
  readonly engine: Engine;
  /** Class 1 of each is its positive class. */
  readonly posteriors: readonly NumericPosterior[];
  /** Weighted number of rows of each class. */
  readonly sizes: Float64Array;
  /** Whether ends of intervals are coupled too; documents of former versions do not say so, and keep the intervals that they had. */
  readonly coupledEnds?: boolean | undefined;
}

/** The posterior of coupled machines. */
export function coupledPosterior(machines: CoupledMachines, figures: FitFigures): NumericPosterior {
  const { posteriors, sizes, coupledEnds } = machines;
  return {
    ...figures,
    predict(X, level) {
      const predictions = posteriors.map((posterior) => posterior.predict(X, level));
      requireMachines(predictions);
      return coupledPrediction(machines, predictions, X.rows);
    },
    probabilities(X) {
      const ofMachines = posteriors.map((posterior) => posterior.probabilities(X));
      requireMachines(ofMachines);
      const logProbabilities = matrix(X.rows, sizes.length);
      for (let i = 0; i < X.rows; i++) {
        const row = Float64Array.from(ofMachines, ({ logProbabilities: { data } }) => Math.exp(data[2 * i + 1]));
        logProbabilities.data.set(coupleRow(machines, row).map(Math.log), i * sizes.length);
      }
      return { logProbabilities };
    },
    project: projectionOf(posteriors),
    axes: posteriors.every(({ axes }) => axes) ? posteriors.flatMap(({ axes = [] }) => axes) : undefined,
    expansion: expansionOf(machines),
    parameters: (kept) =>
      coupledCodec.write({
        // What was left out of single machines is in the leave-one-out of the whole.
        machines: posteriors.map((posterior) => ({ ...numericParts(posterior, kept), leaveOneOut: undefined })),
        sizes,
        coupledEnds,
      }),
  };
}

function requireMachines(predictions: readonly NumericProbabilities[]): void {
  predictions.forEach(({ logProbabilities: { columns } }, m) => {
    if (columns !== 2) refuse(`parameters.machines[${m}]`, "a machine of two classes", `one of ${columns}`);
  });
}

/** The projections of all machines beside each other, where each has one direction. */
function projectionOf(posteriors: readonly NumericPosterior[]): NumericPosterior["project"] {
  const projects = posteriors.flatMap(({ project, axes }) => (project && axes?.length === 1 ? [project] : []));
  if (projects.length < posteriors.length) return undefined;
  return (X) => {
    const parts = projects.map((project) => project(X));
    const deviations = parts.map((part) => part.deviations?.data ?? new Float64Array(X.rows));
    return { ...fromColumns(parts.map(({ data }) => data)), deviations: fromColumns(deviations) };
  };
}

/** The functions of all machines beside each other: how they become probabilities is the coupling's. */
function expansionOf({ coupling, posteriors, sizes }: CoupledMachines): NumericPosterior["expansion"] {
  const parts = posteriors.flatMap(({ expansion }) => (expansion ? [expansion] : []));
  if (parts.length < posteriors.length) return undefined;
  return () => {
    const expansions = parts.map((expansion) => singleFunction(expansion()));
    return {
      functions: coupling.machines(sizes.length),
      constants: Float64Array.from(expansions, ({ constants }) => constants[0]),
      sums: expansions.flatMap(({ sums }, m) => sums.map((sum) => ({ ...sum, functions: [m] }))),
      polynomials: expansions.flatMap(({ polynomials }, m) =>
        polynomials.map((polynomial) => ({ ...polynomial, functions: [m] })),
      ),
      link: { kind: "other" },
      variance: expansions.every(({ variance }) => variance) ? coupledVariance(expansions) : undefined,
    };
  };
}

/** The machine's function, or of two scores the difference. */
function singleFunction(expansion: LatentExpansion): LatentExpansion {
  if (expansion.functions.length === 1) return expansion;
  const link = { kind: "other" } as const;
  return contrastedExpansion(expansion, [Float64Array.of(-1, 1)], [{ positive: 1, negative: 0 }], link);
}

/** Machines are taken to be independent of each other; explanations look at one at a time. */
function coupledVariance(expansions: readonly LatentExpansion[]): LatentExpansion["variance"] {
  const firsts = expansions.map((_, m) => expansions.slice(0, m).reduce((count, { sums }) => count + sums.length, 0));
  return (contrast, { images, own, ...rest }) => {
    const total = new Float64Array(rest.count);
    for (const [m, { sums, variance }] of expansions.entries()) {
      if (contrast[m] === 0) continue;
      const ofMachine = { from: firsts[m], to: firsts[m] + sums.length };
      const parts = variance?.(Float64Array.of(contrast[m]), {
        ...rest,
        images: images.slice(ofMachine.from, ofMachine.to),
        own: own && (() => own().slice(ofMachine.from, ofMachine.to)),
      });
      if (!parts) return undefined;
      parts.forEach((value, t) => (total[t] += value));
    }
    return total;
  };
}

/** The parameters of coupled machines. */
export const coupledCodec: RecordCodec<
  { readonly machines: readonly NumericParts[] } & Pick<CoupledMachines, "sizes" | "coupledEnds">
> = record({ machines: list(numericCodec), sizes: classSizes, coupledEnds: optional(flag) });

/** Class probabilities of one row from those of the machines. */
export function coupleRow(
  { coupling, engine, sizes }: Omit<CoupledMachines, "posteriors">,
  machine: Float64Array,
): Float64Array {
  // In exact arithmetic every class keeps some probability.
  return coupling.couple(engine, machine, sizes.length).map((p) => Math.max(p, 1e-300));
}

function coupledPrediction(
  machines: CoupledMachines,
  predictions: readonly NumericPrediction[],
  rows: number,
): NumericPrediction {
  const { coupling, sizes, coupledEnds = false } = machines;
  const C = sizes.length;
  const surest = coupledEnds ? coupling.surest : undefined;
  const prediction = emptyPrediction(rows, C);
  for (let i = 0; i < rows; i++) {
    const reports = predictions.map((prediction) => machineReport(prediction, i, surest));
    const [probability, lower, upper, below, above, deviation] = (
      ["probability", "lower", "upper", "below", "above", "deviation"] as const
    ).map((name) => Float64Array.from(reports, (report) => report[name]));
    const coupled = coupleRow(machines, probability);
    const ends =
      (coupledEnds ? coupling.ends?.({ probability, lower, upper }, coupled) : undefined) ??
      movedEnds(coupling, { below, above }, coupled);
    const deviations = coupling.perClass(deviation, deviation, coupled);
    for (let c = 0; c < C; c++) {
      putLogitInPlace(prediction, i * C + c, Math.log(coupled[c]), logit(coupled[c]), deviations[c], ends[c]);
    }
  }
  return prediction;
}

/** Ends as far from the coupled probabilities as the machines say, on the logit scale. */
function movedEnds(
  coupling: Coupling,
  { below, above }: { readonly below: Float64Array; readonly above: Float64Array },
  coupled: Float64Array,
): (readonly [number, number])[] {
  // What is below for one class of a machine is above for the other.
  const down = coupling.perClass(below, above, coupled);
  const up = coupling.perClass(above, below, coupled);
  return Array.from(coupled, (p, c) => [sigmoid(logit(p) - down[c]), sigmoid(logit(p) + up[c])] as const);
}

/** What a machine says about its positive class in one row. */
interface MachineReport {
  readonly probability: number;
  readonly lower: number;
  readonly upper: number;
  /** Distances from the probability to the ends of its interval, on the logit scale. */
  readonly below: number;
  readonly above: number;
  readonly deviation: number;
}

/**
 * The ends are read from both columns, log(lower of 1) − log(upper of 0), because 1 − p has lost its digits where p is next
 * to one. What lies beyond the surest log odds, or the range of doubles, counts as at its edge: coupled probabilities know no more.
 */
function machineReport(
  prediction: NumericPrediction,
  row: number,
  surest = -Math.log(Number.MIN_VALUE),
): MachineReport {
  const { logProbabilities, lower, upper, latentDeviation } = prediction;
  const negative = 2 * row;
  const positive = negative + 1;
  const clipped = (logit: number): number => Math.max(-surest, Math.min(surest, logit));
  const center = clipped(logProbabilities.data[positive] - logProbabilities.data[negative]);
  return {
    probability: Math.exp(logProbabilities.data[positive]),
    lower: lower.data[positive],
    upper: upper.data[positive],
    below: Math.max(0, center - clipped(logOdds(lower.data[positive], upper.data[negative]))),
    above: Math.max(0, clipped(logOdds(upper.data[positive], lower.data[negative])) - center),
    deviation: latentDeviation.data[positive],
  };
}

function logOdds(one: number, other: number): number {
  return Math.log(Math.max(one, Number.MIN_VALUE)) - Math.log(Math.max(other, Number.MIN_VALUE));
}
