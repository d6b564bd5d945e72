import { matrix, type Engine } from "kernelbayes/engine";

/** Order of the matrix: that of a small data set, which even the slowest engine factorizes in a moment. */
const order = 300;

/** Multiplications and additions per second in a Cholesky factorization: the fastest of at least three runs, since the first are not optimized yet. */
export function engineSpeed(engine: Engine): number {
  const S = matrix(order, order);
  for (let i = 0; i < order; i++) {
    for (let j = 0; j < order; j++) S.data[i * order + j] = i === j ? order : 1 / (1 + Math.abs(i - j));
  }
  let fastest = Infinity;
  let spent = 0;
  for (let runs = 0; runs < 3 || (spent < 0.04 && runs < 50); runs++) {
    const began = performance.now();
    engine.cholesky(S);
    const seconds = (performance.now() - began) / 1000;
    fastest = Math.min(fastest, seconds);
    spent += seconds;
  }
  return order ** 3 / 3 / fastest;
}
