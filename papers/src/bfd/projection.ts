import { type Posterior, type Table } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { kernelFromDocument, type KernelDocument } from "kernelbayes/kernels";
import { matrices } from "kernelbayes/numeric";
import { encode } from "kernelbayes/table";

/** Gives rows of a table their places on the line on which two classes are told apart. */
export type Project = (table: Table) => Float64Array;

/** The parts of a posterior's document that are looked at. */
interface Parameters {
  readonly kernel: KernelDocument;
  /** β of a Bayesian Fisher discriminant. */
  readonly precision?: number;
  /** μ and ζ of a Bayesian least-squares support vector machine. */
  readonly functionPrecision?: number;
  readonly noisePrecision?: number;
}

/**
 * The projection of a Bayesian Fisher discriminant, or of a Bayesian least-squares support vector machine, from the midpoint of the
 * class means, which lie at −1 and 1: the mean f̄(x) = αᵀk(x) by which the paper ranks rows. Probabilities rank them somewhat
 * differently, since they also know how well f is determined at x. For one kernel and μ = 1/β (or μ/ζ) both machines
 * have the direction of least squares on the signs of the classes with a free bias,
 *
 *     (K + μI) α + b 1 = t,   1ᵀα = 0.
 */
export function projectionOf(posterior: Posterior, train: Table): Project {
  const engine = selectEngine(posterior.engine);
  const { parameters } = posterior.toDocument() as unknown as { readonly parameters: Parameters };
  const kernel = kernelFromDocument(parameters.kernel);
  const X = encode(posterior.encoding, train);
  const classes = posterior.training.classes;
  if (classes.length !== X.rows)
    throw new RangeError("The projection needs all rows that the posterior was learned from.");
  const K = kernel.matrix(engine, X);
  const factor = matrices.factorize(engine, matrices.addToDiagonal(K, ridgeOf(posterior.model.name, parameters)));
  const eta = factor.solveVector(new Float64Array(X.rows).fill(1));
  const nu = factor.solveVector(Float64Array.from(classes, (q) => (q === 1 ? 1 : -1)));
  const bias = sum(nu) / sum(eta);
  const direction = nu.map((value, row) => value - bias * eta[row]);
  const [low, high] = meansOf(matrices.multiplyVector(K, direction), classes);
  const [middle, scale] = [(low + high) / 2, 2 / (high - low)];
  return (table) =>
    matrices
      .multiplyVector(kernel.cross(engine, X, encode(posterior.encoding, table)), direction, { transpose: true })
      .map((place) => scale * (place - middle));
}

/**
 * The output of a machine whose logit is a straight line in it, from the midpoint of the class means of the training rows, which lie at −1
 * and 1. Slope and offset of the calibration fall out.
 */
export function scaledOutputsOf(posterior: Posterior, train: Table): Project {
  const outputs = (table: Table): Float64Array => {
    const { latentMean } = posterior.predict(table);
    return Float64Array.from({ length: latentMean.rows }, (_, row) => latentMean.data[2 * row + 1]);
  };
  const [low, high] = meansOf(outputs(train), posterior.training.classes);
  return (table) => outputs(table).map((output) => (2 * output - low - high) / (high - low));
}

/** Means of values by class. */
export function meansOf(values: Float64Array, classes: ArrayLike<number>): [number, number] {
  const [negative, positive] = [0, 1].map((q) => {
    const own = values.filter((_, row) => classes[row] === q);
    return sum(own) / own.length;
  });
  return [negative, positive];
}

function ridgeOf(model: string, { precision, functionPrecision, noisePrecision }: Parameters): number {
  if (precision !== undefined) return 1 / precision;
  if (functionPrecision !== undefined && noisePrecision !== undefined) return functionPrecision / noisePrecision;
  throw new RangeError(`${model} has no precision by which a projection could be told.`);
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
