import { describe, expect, test } from "vitest";
import { noisySoftmax } from "../../../../src/models/projection/draws/noisySoftmax.ts";
import { gaussHermite } from "../../../../src/numeric/index.ts";

/** The probabilities of scores to which a reference with the score 0 is appended. */
function noisy(sigma: number, scores: readonly number[]): number[] {
  const all = Float64Array.of(...scores, 0);
  noisySoftmax(sigma, all.length).logProbabilities(all);
  return Array.from(all, Math.exp);
}

function softmax(scores: readonly number[]): number[] {
  const all = [...scores, 0];
  const largest = Math.max(...all);
  const odds = all.map((score) => Math.exp(score - largest));
  const total = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value) => value / total);
}

/** Nodes and weights of a standard normal variable: a fine trapezoidal rule. */
const [reach, step] = [9, 1 / 16];
const nodes = Array.from({ length: (2 * reach) / step + 1 }, (_, j) => -reach + j * step);
const weights = nodes.map((x) => (step * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI));

describe.each([0.03, 0.1, 0.4, 1, 2.5])("noise of deviation %f", (sigma) => {
  test("two classes have the probabilities of a fine quadrature over the noise", () => {
    for (const f of [-8, -1.3, 0, 0.2, 2.7, 12]) {
      const expected = nodes.reduce((sum, x, j) => sum + weights[j] * softmax([f + sigma * x])[0], 0);
      const [p, rest] = noisy(sigma, [f]);
      expect(Math.abs(p / expected - 1)).toBeLessThan(3e-6);
      expect(p + rest).toBeCloseTo(1, 14);
    }
  });

  test("three classes have those of the quadrature over both noises", () => {
    for (const [f, g] of [
      [0, 0],
      [1.5, -0.7],
      [-3, -2],
      [6, 5],
    ]) {
      const expected = [0, 0, 0];
      nodes.forEach((x, j) => {
        if (weights[j] < 1e-12) return;
        nodes.forEach((y, k) => {
          if (weights[k] < 1e-12) return;
          const p = softmax([f + sigma * x, g + sigma * y]);
          for (let c = 0; c < 3; c++) expected[c] += weights[j] * weights[k] * p[c];
        });
      });
      noisy(sigma, [f, g]).forEach((p, c) => expect(Math.abs(p / expected[c] - 1)).toBeLessThan(3e-6));
    }
  });
});

test("four classes have those of a Gauss and Hermite rule in three dimensions", () => {
  const { nodes: x, weights: w } = gaussHermite(24);
  const sigma = 0.8;
  const scores = [0.5, -1, 1.2];
  const expected = [0, 0, 0, 0];
  for (let a = 0; a < 24; a++) {
    for (let b = 0; b < 24; b++) {
      for (let c = 0; c < 24; c++) {
        const at = [a, b, c];
        const p = softmax(scores.map((score, k) => score + Math.SQRT2 * sigma * x[at[k]]));
        for (let k = 0; k < 4; k++) expected[k] += (w[a] * w[b] * w[c] * p[k]) / Math.PI ** 1.5;
      }
    }
  }
  noisy(sigma, scores).forEach((p, k) => expect(p).toBeCloseTo(expected[k], 6));
});

test("without noise it is the softmax function, from certainty to its far tails", () => {
  for (const scores of [
    [0.3, -2],
    [40, 39],
    [-300, 2],
    [-900, 5],
  ]) {
    const all = Float64Array.of(...scores, 0);
    noisySoftmax(0, all.length).logProbabilities(all);
    const largest = Math.max(...scores, 0);
    const total = [...scores, 0].reduce((sum, score) => sum + Math.exp(score - largest), 0);
    [...scores, 0].forEach((score, k) => expect(all[k]).toBeCloseTo(score - largest - Math.log(total), 4));
  }
});

test("noise that drowns everything leaves the probability that one class has the largest of it", () => {
  // Two classes with noise and one without: P(both below 0) = ¼, and 3/8 for each of the two.
  for (const sigma of [1e3, 1e6]) {
    const p = noisy(sigma, [0, 0]);
    expect(p[2]).toBeCloseTo(0.25, 2);
    expect(p[0]).toBeCloseTo(0.375, 2);
    expect(p[0]).toBeCloseTo(p[1], 12);
  }
});
