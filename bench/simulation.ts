import type { Engine } from "kernelbayes/engine";
import type { PartReport } from "./part.ts";

/** What a simulation is told. */
export interface SimulationSettings {
  /** Names of models. */
  readonly methods: readonly string[];
  /** Draws of data; each simulation has its own number by default. */
  readonly seeds: number | undefined;
  readonly rows: number;
  /** Benchmark problems. */
  readonly datasets: readonly string[];
  readonly engine: Engine;
  /** The folder of the benchmark data. */
  readonly data: string;
  /** Says on the way what is being fitted. */
  tell(line: string): void;
}

/** What a simulation found. */
export type Simulated = PartReport;
