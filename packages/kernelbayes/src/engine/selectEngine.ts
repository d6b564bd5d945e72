import type { Engine } from "./engine.ts";
import { referenceEngine } from "./reference/index.ts";
import { engineRegistry, type EngineCandidate, type EngineChoice, type EngineRegistry } from "./engineRegistry.ts";
import { createWasmEngine, type WasmBuild } from "./wasm/index.ts";

export type { EngineChoice } from "./engineRegistry.ts";

/** The environment variable that names an engine where no option does. */
const variable = "KERNELBAYES_ENGINE";

/** The engines that come with the library. */
export const builtInEngines: Readonly<Record<string, EngineCandidate>> = {
  wasm: { create: (build) => createWasmEngine(build === undefined ? {} : { build: build as WasmBuild }), priority: 10 },
  reference: { create: () => referenceEngine, priority: 0 },
};

const registry = /* @__PURE__ */ engineRegistry(builtInEngines);

/**
 * Makes an engine known under a name. The automatic choice tries engines from the highest priority down (wasm has 10,
 * reference 0); a factory that throws is passed over, with its message in the reason. A name that is known already is
 * replaced. The factory receives the variant that was asked for, if one was ("simd128" in "wasm simd128").
 */
export function registerEngine(name: string, create: (variant?: string) => Engine, priority: number): void {
  registry.register(name, { create, priority });
}

/** The names that can be asked for. */
export function engineNames(): string[] {
  return registry.names();
}

/**
 * The engine of a name: "wasm", "reference", or another that was registered; "auto" is the fastest one that works here.
 * Without a name the environment variable KERNELBAYES_ENGINE decides, where there is one, and otherwise it is "auto".
 * An engine that was named is never replaced by another: if it does not work here, its error is thrown. The full name
 * that an engine has, such as "wasm simd128", asks for that variant.
 */
export function selectEngine(name?: string): Engine {
  return chooseEngine(name).engine;
}

/** As `selectEngine`, with the reason. */
export function chooseEngine(name?: string): EngineChoice {
  return chooseFrom(registry, name);
}

/** As `chooseEngine`, among the engines of a registry. */
export function chooseFrom(registry: EngineRegistry, name?: string): EngineChoice {
  if (name !== undefined) return registry.choose(name, "by option");
  const fromEnvironment = environment()[variable];
  return fromEnvironment ? registry.choose(fromEnvironment, `by ${variable}`) : registry.choose("auto", "by default");
}

/** The environment variables, in runtimes that have them. */
function environment(): Readonly<Record<string, string | undefined>> {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env ?? {};
}
