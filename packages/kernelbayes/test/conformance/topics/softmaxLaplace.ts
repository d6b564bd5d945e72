import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { logMeanSoftmax } from "../../../src/models/process/softmax/meanSoftmax.ts";
import type { LatentClasses } from "../../../src/models/process/softmax/cavities.ts";
import { softmaxLaplace } from "../../../src/models/process/softmax/laplace.ts";
import { normalTable } from "../../../src/models/process/softmax/latentDraws.ts";
import { softmaxPrediction } from "../../../src/models/process/softmax/prediction.ts";
import { constant } from "../../../src/kernels/constant.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { scale } from "../../../src/kernels/scale.ts";
import { sum } from "../../../src/kernels/sum.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";

interface Input {
  readonly X: number[][];
  readonly classes: number[];
  readonly kappa0: number;
  readonly kappa: number;
  readonly kappa_b: number;
  readonly Z: number[][];
}

/** Laplace's approximation of a softmax likelihood: mode, evidence, gradient, predictions and leave-one-out. */
export function softmaxLaplaceTopic({ X, classes, kappa0, kappa, kappa_b, Z }: Input): unknown {
  const engine = selectEngine();
  const kernel = sum(
    scale(gaussian({ lengthScale: kappa ** -0.5 }), { variance: kappa0 }),
    constant({ variance: kappa_b }),
  );
  const [rows, others] = [fromRows(X), fromRows(Z)];
  const classCount = Math.max(...classes) + 1;
  const approximation = softmaxLaplace(engine, kernel.matrix(engine, rows), {
    classes: Int32Array.from(classes),
    classCount,
    weights: new Float64Array(classes.length).fill(1),
  });
  const { mode, logEvidence } = approximation;
  const slopes = kernel.gradient(engine, rows, approximation.slopeWeights());
  const slopeOf = (name: string): number => slopes[kernel.parameters.findIndex((parameter) => parameter.name === name)];
  const law = { coefficients: mode.coefficients, blocks: mode.blocks };
  const latent = softmaxPrediction(engine, law, kernel.cross(engine, rows, others), kernel.diagonal(others));
  const cavities = approximation.cavities();
  return {
    mode: toRows(mode.latent),
    logEvidence,
    gradLogHyper: [
      slopeOf("terms[0].variance"),
      -0.5 * slopeOf("terms[0].kernel.lengthScale"),
      slopeOf("terms[1].variance"),
    ],
    latentMean: toRows(latent.mean),
    latentCovariance: blocksOf(latent),
    probability: logProbabilities(latent).map((row) => row.map(Math.exp)),
    cavityMean: toRows(cavities.mean),
    cavityCovariance: blocksOf(cavities),
    looLogDensity: logProbabilities(cavities).map((row, i) => row[classes[i]]),
  };
}

function blocksOf({ mean: { columns: C }, covariance }: LatentClasses): number[][][] {
  return toRows(covariance).map((block) => Array.from({ length: C }, (_, c) => block.slice(c * C, (c + 1) * C)));
}

function logProbabilities({ mean, covariance }: LatentClasses): number[][] {
  const normals = normalTable(1, mean.columns);
  const blocks = toRows(covariance);
  return toRows(mean).map((row, i) =>
    Array.from(logMeanSoftmax(Float64Array.from(row), Float64Array.from(blocks[i]), normals)),
  );
}
