import { EnvironmentError } from "kernelbayes";
import { version } from "kernelbayes/models";
import { engineBuilds, type EngineBuild } from "../engineBuilds.ts";
import type { Build } from "../job.ts";
import type { WorkerDescription } from "../registry.ts";

export interface NegotiateOptions {
  /** The state of the code here. */
  readonly code: string;
  /** The engine that was asked for by name; otherwise the fastest that all machines have. */
  readonly engine: string | undefined;
  /** Whether machines may compute other bits than this one. */
  readonly isMixed: boolean;
}

/**
 * The engine of all jobs, which must be one that this machine and all workers have, and which gives the same bits everywhere; or an error that names
 * the workers which cannot.
 */
export function negotiate(workers: readonly WorkerDescription[], { code, engine, isMixed }: NegotiateOptions): Build {
  const own = engineBuilds();
  const wanted =
    engine === undefined ? own : own.filter(({ name }) => name === engine || name.startsWith(`${engine} `));
  if (wanted.length === 0) throw differ(`There is no engine "${engine}" here; there are ${listOf(own)}.`);
  const others = workers.filter((worker) => worker.code !== code);
  if (others.length > 0 && !isMixed) {
    throw differ(
      `${namesOf(others)} ${others.length > 1 ? "have" : "has"} another state of the code of kernelbayes ${version}.`,
    );
  }
  const common = wanted.find((build) => workers.every((worker) => hasBuild(worker, build, isMixed)));
  if (common) return { code, engine: common };
  const [first] = wanted;
  const lacking = workers.filter((worker) => !worker.engines.some(({ name }) => name === first.name));
  if (lacking.length > 0) {
    throw differ(
      `${namesOf(lacking)} cannot run the engine "${first.name}"; ${lacking.length > 1 ? "they have" : "it has"} ${listOf(lacking[0].engines)}.`,
    );
  }
  const mixed = workers.filter((worker) => !hasBuild(worker, first, false));
  throw differ(`The engine "${first.name}" computes other bits on ${namesOf(mixed)} than here.`);
}

/** Whether a worker may do jobs of a build. */
export function hasBuild({ engines }: WorkerDescription, { name, digest }: EngineBuild, isMixed: boolean): boolean {
  return engines.some((engine) => engine.name === name && (isMixed || engine.digest === digest));
}

function namesOf(workers: readonly WorkerDescription[]): string {
  const names = [...new Set(workers.map(({ machine }) => machine))];
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function listOf(engines: readonly EngineBuild[]): string {
  return engines.map(({ name }) => `"${name}"`).join(", ");
}

function differ(problem: string): EnvironmentError {
  return new EnvironmentError(
    "builds-differ",
    problem,
    "Choose another engine by KERNELBAYES_ENGINE (wasm simd128 and reference run everywhere), stop these workers, or allow mixed builds " +
      "(--mixed-builds), by which results may differ in the last digits from run to run.",
  );
}
