import { discriminantMoments, withinScatter } from "../../../src/models/discriminant/gaussianEstimate.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { engine, fitRows, logOdds } from "./discriminantSupport.ts";
import { textbookLinear, textbookQuadratic } from "../../models/textbook.ts";

interface Input {
  readonly X: number[][];
  readonly y: number[];
  readonly Z: number[][];
}

/** Case `lda-qda` of the baselines: moments, directions and log odds of both discriminants. */
export function ldaQda({ X, y, Z }: Input): unknown {
  const classes = Int32Array.from(y);
  const weights = new Float64Array(y.length).fill(1);
  const moments = discriminantMoments(engine, fromRows(X), classes, weights, 2);
  const means = engine.multiply(moments.means, moments.basis, { transposeB: true });
  const meanOf = (k: number): Float64Array =>
    moments.center.map((center, j) => center + means.data[k * moments.columns + j]);
  const scatter = withinScatter(engine, moments, classes, weights);
  const p = X[0].length;
  const turned = engine.multiply(moments.basis, scatter.vectors);
  const spectral = turned.data.map((value, at) => value * scatter.values[at % p]);
  const S = engine.multiply({ ...turned, data: spectral }, turned, { transposeB: true });
  const degrees = y.length - 2;
  const lda = fitRows(textbookLinear(), X, y);
  // The log odds are linear: value at the origin and slopes along the axes.
  const origin = new Array<number>(p).fill(0);
  const axes = origin.map((_, j) => origin.map((_, k) => (j === k ? 1 : 0)));
  const [ldaB, ...steps] = logOdds(lda, [origin, ...axes]);
  const difference = meanOf(1).map((value, j) => value - meanOf(0)[j]);
  const ldaW = steps.map((value) => value - ldaB);
  return {
    mean1: meanOf(1),
    mean0: meanOf(0),
    pooledCov: toRows({ ...S, data: S.data.map((value) => value / degrees) }),
    ldaW,
    ldaB,
    ldaLogOdds: logOdds(lda, Z),
    qdaLogOdds: logOdds(fitRows(textbookQuadratic(), X, y), Z),
    // J = Δᵀ S_W⁻¹ Δ with the scatter matrix; w = (n − 2) S_W⁻¹ Δ.
    rayleigh: ldaW.reduce((sum, value, j) => sum + value * difference[j], 0) / degrees,
  };
}
