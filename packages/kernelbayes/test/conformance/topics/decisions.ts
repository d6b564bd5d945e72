import { abstain } from "../../../src/compare/abstain.ts";
import { decideByCost } from "../../../src/compare/decideByCost.ts";
import { estimatePriors, shiftPriors } from "../../../src/compare/shiftPriors.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";

interface Input {
  readonly probability: number[][];
  readonly cost?: number[][];
  readonly abstainCost?: number;
  readonly trainPriors?: number[];
  readonly newPriors?: number[];
}

/** Prediction and comparison, section 7: costs, abstention, shifted priors. */
export function decisions({ probability, cost, abstainCost, trainPriors, newPriors }: Input): unknown {
  const P = fromRows(probability);
  if (cost) {
    const always = decideByCost(P, cost);
    return {
      expectedCost: toRows(always.expectedCosts),
      decision: always.decisions,
      withAbstention: decideByCost(P, cost, { abstainCost }).decisions,
      chow06: abstain(P, 0.6),
    };
  }
  const from = trainPriors ?? [];
  const logs = mapped(P, Math.log);
  const to = newPriors ?? estimatePriors(logs, from).priors;
  return { newPriors: to, probability: toRows(mapped(shiftPriors(logs, from, to), Math.exp)) };
}

function mapped({ rows, columns, data }: Matrix, each: (value: number) => number): Matrix {
  return matrix(rows, columns, data.map(each));
}
