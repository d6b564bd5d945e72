import { quantileOfSorted } from "../numeric/index.ts";
import { checkChains, moments, pooledDraws, shortestChain, splitChains, type Chains, rankNormalize } from "./chains.ts";
import { sizeOfHalves, tailSize } from "./effectiveSize.ts";
import { rankedRHat } from "./rHat.ts";
import type { Warning } from "../errors.ts";

/** What the draws of a quantity say about it, and how far they can be trusted. */
export interface ChainSummary {
  readonly mean: number;
  readonly deviation: number;
  /** The 5 % quantile. */
  readonly lower: number;
  readonly median: number;
  /** The 95 % quantile. */
  readonly upper: number;
  /** `rHat` of the chains: at most 1.01 where they agree, NaN where all draws are equal. */
  readonly rHat: number;
  /** Effective draws in the bulk. */
  readonly bulkSize: number;
  /** Effective draws in the tails. */
  readonly tailSize: number;
  /** Standard error of the mean. */
  readonly monteCarloError: number;
}

/**
 * Sums up the draws of one quantity from several chains: all that `rHat`, `effectiveSize` and `monteCarloError` say, at less
 * than their cost one by one. Chains of fewer than ten draws have NaN in these places.
 */
export function summarizeChains(chains: Chains): ChainSummary {
  checkChains(chains);
  const draws = pooledDraws(chains);
  const { mean, variance } = moments(draws);
  const sorted = draws.toSorted();
  const described = {
    mean,
    deviation: Math.sqrt(variance),
    lower: quantileOfSorted(sorted, 0.05),
    median: quantileOfSorted(sorted, 0.5),
    upper: quantileOfSorted(sorted, 0.95),
  };
  if (chains[0].length < shortestChain) {
    return { ...described, rHat: NaN, bulkSize: NaN, tailSize: NaN, monteCarloError: NaN };
  }
  const halves = splitChains(chains);
  const normalized = rankNormalize(halves);
  return {
    ...described,
    rHat: rankedRHat(halves, normalized),
    bulkSize: sizeOfHalves(normalized),
    tailSize: tailSize(halves, sorted),
    monteCarloError: Math.sqrt(variance / sizeOfHalves(halves)),
  };
}

/** Chains that agree have no larger R̂. */
const largestRHat = 1.01;
/** Effective draws that a chain should have, in the bulk and in the tails. */
const fewestDraws = 100;
/** From this number of chains on, that they agree means something. */
const fewestChains = 4;

/**
 * What somebody who relies on these chains has to know: that they disagree (`chains-disagree`, R̂ above 1.01), that their draws
 * are worth too little (`few-effective-draws`, below 100 a chain in the bulk or in the tails), that there are too few to tell
 * (`few-chains`, below four). Each once, with the quantity for which it is worst, and with what can be done. Quantities are
 * called by their names among the summaries. Nothing is said about one whose draws are all equal.
 */
export function chainWarnings(summaries: Readonly<Record<string, ChainSummary>>, chainCount: number): Warning[] {
  const quantities = Object.entries(summaries).filter(([, { deviation }]) => deviation !== 0);
  return [
    ...disagreement(quantities),
    ...fewEffectiveDraws(quantities, fewestDraws * chainCount),
    ...fewChains(chainCount),
  ];
}

type Quantities = readonly (readonly [name: string, summary: ChainSummary])[];

function disagreement(quantities: Quantities): Warning[] {
  const above = quantities.filter(([, { rHat }]) => rHat > largestRHat);
  if (above.length === 0) return [];
  const [name, { rHat }] = above.reduce((worst, other) => (other[1].rHat > worst[1].rHat ? other : worst));
  return [
    {
      code: "chains-disagree",
      message:
        `The chains do not agree about ${name}: its R-hat is ${figure(rHat)}, and should be at most ${largestRHat}` +
        `${worstOf(above.length)}. Make burn-in and chains longer; if that does not help, the prior may leave it undetermined.`,
    },
  ];
}

function fewEffectiveDraws(quantities: Quantities, needed: number): Warning[] {
  const below = quantities.filter(([, summary]) => !(smallerSize(summary) >= needed));
  if (below.length === 0) return [];
  const code = "few-effective-draws";
  if (below.some(([, summary]) => Number.isNaN(smallerSize(summary)))) {
    return [
      {
        code,
        message:
          "The chains are too short to estimate how many independent draws theirs are worth. Make them longer: " +
          `a few thousand draws, so that they are worth ${needed}.`,
      },
    ];
  }
  const [name, summary] = below.reduce((worst, other) =>
    smallerSize(other[1]) < smallerSize(worst[1]) ? other : worst,
  );
  const size = smallerSize(summary);
  return [
    {
      code,
      message:
        `The draws of ${name} are worth only ${Math.floor(size)} independent ones ` +
        `in the ${size === summary.bulkSize ? "bulk" : "tails"} of its distribution, and should be worth ${needed}` +
        `${worstOf(below.length)}. Make the chains about ${Math.ceil(needed / size)} times as long.`,
    },
  ];
}

function fewChains(chainCount: number): Warning[] {
  if (chainCount >= fewestChains) return [];
  const there = chainCount === 1 ? "There is only one chain" : `There are only ${chainCount} chains`;
  return [
    {
      code: "few-chains",
      message: `${there}: whether chains agree cannot be judged from fewer than ${fewestChains}. Run at least ${fewestChains}.`,
    },
  ];
}

/** The smaller of the effective sizes; NaN where there are none. */
function smallerSize({ bulkSize, tailSize }: ChainSummary): number {
  return Math.min(bulkSize, tailSize);
}

function worstOf(count: number): string {
  return count > 1 ? ` (the worst of ${count} such quantities)` : "";
}

/** Three decimals, or as many as tell the figure from the limit. */
function figure(rHat: number): string {
  if (rHat === Infinity) return "infinite, because none of them moves";
  return rHat < 1.0105 ? rHat.toPrecision(6) : rHat.toFixed(3);
}
