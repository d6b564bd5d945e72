import type { ChainSummary } from "../diagnose/summarizeChains.ts";
import { finiteNumber, list, optional, record, text, wholeNumber, type Codec } from "../codec.ts";

/** How the Markov chains behind a posterior went. */
export interface ChainReport {
  /** How many chains there were, and how many draws were kept of all. */
  readonly chains: number;
  readonly draws: number;
  /** Sweeps of each chain that count, to which it may have gone on; unknown in old files. */
  readonly sweeps?: number | undefined;
  /** Share of proposals that were accepted; 1 for samplers that refuse none. */
  readonly acceptance: number;
  /** Quantities that were looked at, by name: their distribution, and how far its figures can be trusted. */
  readonly quantities: readonly ChainQuantity[];
}

export interface ChainQuantity extends ChainSummary {
  readonly name: string;
}

/** How an infinite figure is written, which JSON has no number for: R-hat of chains that do not move and differ. */
const infinite = "infinite";

/** A figure; one that there is none of (NaN) is left out. */
const figure: Codec<number> = {
  read(value, path) {
    if (value === undefined) return Number.NaN;
    return value === infinite ? Infinity : finiteNumber.read(value, path);
  },
  write(value) {
    if (Number.isNaN(value)) return undefined;
    return value === Infinity ? infinite : value;
  },
};

/** A report in a document. */
export const chainReportCodec: Codec<ChainReport> = record({
  chains: wholeNumber(1),
  draws: wholeNumber(1),
  sweeps: optional(wholeNumber(1)),
  acceptance: finiteNumber,
  quantities: list(
    record({
      name: text,
      mean: figure,
      deviation: figure,
      lower: figure,
      median: figure,
      upper: figure,
      rHat: figure,
      bulkSize: figure,
      tailSize: figure,
      monteCarloError: figure,
    }),
  ),
});
