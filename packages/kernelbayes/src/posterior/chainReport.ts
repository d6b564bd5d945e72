import type { ChainSummary } from "../diagnose/summarizeChains.ts";
import { finiteNumber, list, optional, record, text, wholeNumber, type Reader } from "../schema.ts";

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

const figures = [
  "mean",
  "deviation",
  "lower",
  "median",
  "upper",
  "rHat",
  "bulkSize",
  "tailSize",
  "monteCarloError",
] as const satisfies readonly (keyof ChainSummary)[];

/** How an infinite figure is written, which JSON has no number for: R-hat of chains that do not move and differ. */
const infinite = "infinite";

/** A report as plain data; figures that there are none of (NaN) are left out. */
export function chainReportDocument({
  chains,
  draws,
  sweeps,
  acceptance,
  quantities,
}: ChainReport): Record<string, unknown> {
  return {
    chains,
    draws,
    ...(sweeps !== undefined && { sweeps }),
    acceptance,
    quantities: quantities.map((quantity) => ({
      name: quantity.name,
      ...Object.fromEntries(
        figures
          .filter((figure) => !Number.isNaN(quantity[figure]))
          .map((figure) => [figure, quantity[figure] === Infinity ? infinite : quantity[figure]]),
      ),
    })),
  };
}

const figureReader: Reader<number> = (value, path) => (value === infinite ? Infinity : finiteNumber(value, path));

const schema = record({
  chains: wholeNumber(1),
  draws: wholeNumber(1),
  sweeps: optional(wholeNumber(1)),
  acceptance: finiteNumber,
  quantities: list(
    record({
      name: text,
      mean: optional(figureReader),
      deviation: optional(figureReader),
      lower: optional(figureReader),
      median: optional(figureReader),
      upper: optional(figureReader),
      rHat: optional(figureReader),
      bulkSize: optional(figureReader),
      tailSize: optional(figureReader),
      monteCarloError: optional(figureReader),
    }),
  ),
});

/** Reads a report back. */
export const chainReport: Reader<ChainReport> = (value, path) => {
  const { quantities, ...read } = schema(value, path);
  return {
    ...read,
    quantities: quantities.map(({ name, ...known }) => ({
      name,
      ...(Object.fromEntries(
        figures.map((figure) => [figure, known[figure] ?? Number.NaN]),
      ) as unknown as ChainSummary),
    })),
  };
};
