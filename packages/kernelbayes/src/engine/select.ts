import { InputError } from "../errors.ts";
import type { Engine } from "./engine.ts";
import { referenceEngine } from "./reference/index.ts";
import { createWasmEngine } from "./wasm/index.ts";

/** An engine that was chosen, and why, for reports. */
export interface EngineChoice {
  readonly engine: Engine;
  /** A sentence, for example "native is not available (no OpenBLAS library was found); wasm is the next fastest." */
  readonly reason: string;
}

interface Candidate {
  readonly create: () => Engine;
  readonly priority: number;
}

/** The environment variable that names an engine where no option does. */
const variable = "KERNELBAYES_ENGINE";

const candidates = new Map<string, Candidate>([
  ["wasm", { create: createWasmEngine, priority: 10 }],
  ["reference", { create: () => referenceEngine, priority: 0 }],
]);
const created = new Map<string, Engine>();

/**
 * Makes an engine known under a name. The automatic choice tries engines from the highest priority down (wasm has 10,
 * reference 0); a factory that throws is passed over, with its message in the reason. A name that is known already is
 * replaced.
 */
export function registerEngine(name: string, create: () => Engine, priority: number): void {
  candidates.set(name, { create, priority });
  created.delete(name);
}

/** The names that can be asked for. */
export function engineNames(): string[] {
  return ["auto", ...byPriority().map(([name]) => name)];
}

/**
 * The engine of a name: "wasm", "reference", or another that was registered; "auto" is the fastest one that works here.
 * Without a name the environment variable KERNELBAYES_ENGINE decides, where there is one, and otherwise it is "auto".
 * An engine that was named is never replaced by another: if it does not work here, its error is thrown.
 *
 * In the main thread of a page `await loadWasmEngine()` first: some browsers refuse to compile there without waiting,
 * and the automatic choice would be the reference engine.
 */
export function selectEngine(name?: string): Engine {
  return chooseEngine(name).engine;
}

/** As `selectEngine`, with the reason. */
export function chooseEngine(name?: string): EngineChoice {
  if (name !== undefined) return choose(name, "by option");
  const fromEnvironment = environment()[variable];
  return fromEnvironment ? choose(fromEnvironment, `by ${variable}`) : choose("auto", "by default");
}

function choose(name: string, origin: string): EngineChoice {
  if (name === "auto") return chooseAutomatically();
  const candidate = candidates.get(name);
  if (!candidate) {
    throw new InputError(
      "unknown-engine",
      `There is no engine "${name}" (asked for ${origin}). Choose one of ${engineNames().join(", ")}.`,
    );
  }
  return { engine: make(name, candidate), reason: `${name} was asked for ${origin}.` };
}

function chooseAutomatically(): EngineChoice {
  const passedOver: string[] = [];
  for (const [name, candidate] of byPriority()) {
    try {
      const engine = make(name, candidate);
      return { engine, reason: [...passedOver, `${name} is the fastest engine that works here.`].join(" ") };
    } catch (error) {
      passedOver.push(`${name} is not available (${error instanceof Error ? error.message : String(error)}).`);
    }
  }
  throw new InputError("no-engine", `No engine works here. ${passedOver.join(" ")}`);
}

function make(name: string, { create }: Candidate): Engine {
  const present = created.get(name);
  if (present) return present;
  const engine = create();
  created.set(name, engine);
  return engine;
}

function byPriority(): [string, Candidate][] {
  return [...candidates].toSorted(([, a], [, b]) => b.priority - a.priority);
}

/** The environment variables, in runtimes that have them. */
function environment(): Readonly<Record<string, string | undefined>> {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env ?? {};
}
