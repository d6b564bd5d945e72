import { availableParallelism, cpus } from "node:os";
import { EnvironmentError, InputError } from "kernelbayes";
import { chooseEngine, engineNames } from "kernelbayes/engine";
import { version } from "kernelbayes/models";
import { advice, type Advice } from "./advice.ts";
import { timesOf, type Times } from "./times.ts";

/** An engine that works here with what it takes, or one that does not with the reason. */
export type EngineState =
  | { readonly name: string; readonly available: true; readonly milliseconds: Times }
  | { readonly name: string; readonly available: false; readonly code: string; readonly reason: string };

/** What there is on this machine to compute with. */
export interface Diagnosis {
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly processors: { readonly count: number; readonly model: string };
  readonly engines: readonly EngineState[];
  /** The engine that fits use, and why; no name where KERNELBAYES_ENGINE asks for one that does not work. */
  readonly inUse: { readonly name?: string; readonly reason: string };
  readonly faster: Advice;
}

/** Tries every engine and measures those that work. */
export function diagnosis(): Diagnosis {
  const engines = engineNames()
    .filter((name) => name !== "auto")
    .flatMap((name) => (name === "wasm" ? ["wasm relaxed-simd", "wasm simd128"] : [name]))
    .map(stateOf);
  const inUse = choice();
  return {
    version,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    processors: { count: availableParallelism(), model: cpus()[0]?.model.trim() ?? "unknown" },
    engines,
    inUse,
    faster: advice(engines, inUse.name, process.env),
  };
}

function stateOf(name: string): EngineState {
  try {
    const { engine } = chooseEngine(name);
    return { name: engine.name, available: true, milliseconds: timesOf(engine) };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const isRelaxed = name === "wasm relaxed-simd";
    const reason = isRelaxed ? `It needs Node 22 or newer; this is Node ${process.versions.node}.` : error.message;
    return { name, available: false, code: error.code, reason };
  }
}

function choice(): Diagnosis["inUse"] {
  try {
    const { engine, reason } = chooseEngine();
    return { name: engine.name, reason };
  } catch (error) {
    // Of an engine that there is nowhere, or not here.
    if (!(error instanceof InputError || error instanceof EnvironmentError)) throw error;
    return { reason: error.message };
  }
}
