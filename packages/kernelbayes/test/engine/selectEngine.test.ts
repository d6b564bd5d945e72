import { afterEach, describe, expect, test, vi } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { engineRegistry } from "../../src/engine/engineRegistry.ts";
import * as program from "../../src/engine/selectEngine.ts";
import { builtInEngines, chooseFrom, type EngineChoice } from "../../src/engine/selectEngine.ts";
import { stubEngineVariable } from "../stubEngineVariable.ts";

/** The registry of a program is shared; each test has one of its own. */
interface Engines {
  selectEngine(name?: string): Engine;
  chooseEngine(name?: string): EngineChoice;
  registerEngine(name: string, create: () => Engine, priority: number): void;
  engineNames(): string[];
}

function fresh(): Engines {
  const registry = engineRegistry(builtInEngines);
  return {
    selectEngine: (name) => chooseFrom(registry, name).engine,
    chooseEngine: (name) => chooseFrom(registry, name),
    registerEngine: (name, create, priority) => registry.register(name, { create, priority }),
    engineNames: () => registry.names(),
  };
}

const inputError = (code: string): unknown => expect.objectContaining({ name: "InputError", code });
const environmentError = (code: string): unknown => expect.objectContaining({ name: "EnvironmentError", code });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("selectEngine", () => {
  test("takes WebAssembly when nothing is asked for and says why", () => {
    stubEngineVariable(undefined);
    const { chooseEngine, selectEngine } = fresh();
    expect(selectEngine().name).toMatch(/^wasm (simd128|relaxed-simd)$/);
    expect(chooseEngine().reason).toBe("wasm is the fastest engine that works here.");
  });

  test("falls back to the reference engine without WebAssembly and gives the reason", () => {
    stubEngineVariable("");
    vi.stubGlobal("WebAssembly", undefined);
    const { chooseEngine } = fresh();
    const { engine, reason } = chooseEngine();
    expect(engine.name).toBe("reference");
    expect(reason).toMatch(/^wasm is not available \(.*supports none.*reference is the fastest engine/);
  });

  test("falls back to the reference engine where SIMD does not validate", () => {
    vi.stubGlobal("WebAssembly", { ...WebAssembly, validate: () => false });
    const { chooseEngine } = fresh();
    expect(chooseEngine("auto").engine.name).toBe("reference");
  });

  test("never replaces an engine that was named", () => {
    vi.stubGlobal("WebAssembly", undefined);
    const { selectEngine } = fresh();
    expect(() => selectEngine("wasm")).toThrow(environmentError("engine-not-supported"));
  });

  test("an option goes before the environment variable, which goes before the automatic choice", () => {
    stubEngineVariable("reference");
    const { chooseEngine, selectEngine } = fresh();
    expect(selectEngine().name).toBe("reference");
    expect(chooseEngine().reason).toBe("reference was asked for by KERNELBAYES_ENGINE.");
    expect(selectEngine("wasm").name).toMatch(/^wasm/);
    expect(selectEngine("auto").name).toMatch(/^wasm/);
    expect(chooseEngine("reference").reason).toBe("reference was asked for by option.");
  });

  test("works in runtimes without a process", () => {
    const { selectEngine } = fresh();
    vi.stubGlobal("process", undefined);
    const name = selectEngine().name;
    vi.unstubAllGlobals();
    expect(name).toMatch(/^wasm/);
  });

  test("gives the same engine each time, by its short and by its full name", () => {
    const { engineNames, selectEngine } = fresh();
    for (const name of engineNames()) {
      const engine = selectEngine(name);
      expect(selectEngine(name)).toBe(engine);
      expect(selectEngine(engine.name)).toBe(engine);
    }
  });

  test("gives the build that a full name asks for, and no other", () => {
    const { chooseEngine, selectEngine } = fresh();
    expect(selectEngine("wasm simd128").name).toBe("wasm simd128");
    expect(chooseEngine("wasm simd128").reason).toBe("wasm simd128 was asked for by option.");
    expect(() => selectEngine("wasm avx512")).toThrow(environmentError("engine-not-supported"));
  });

  test("refuses an unknown name with the names there are and where it came from", () => {
    const { selectEngine } = fresh();
    expect(() => selectEngine("fast")).toThrow(
      'There is no engine "fast" (asked for by option). Choose one of auto, wasm, reference.',
    );
    stubEngineVariable("quick");
    const failure = (): unknown => selectEngine();
    expect(failure).toThrow(inputError("unknown-engine"));
    expect(failure).toThrow(/"quick" \(asked for by KERNELBAYES_ENGINE\)/);
  });
});

describe("registerEngine", () => {
  test("a registered engine can be named, and wins the automatic choice by its priority", () => {
    const { engineNames, registerEngine, selectEngine } = fresh();
    const native = { ...selectEngine("reference"), name: "native" };
    registerEngine("native", () => native, 20);
    expect(engineNames()).toEqual(["auto", "native", "wasm", "reference"]);
    expect(selectEngine("auto")).toBe(native);
    expect(selectEngine("native")).toBe(native);
    const newer = { ...native, name: "newer" };
    registerEngine("native", () => newer, -1);
    expect(selectEngine("native")).toBe(newer);
    expect(selectEngine("native OpenBLAS 0.3")).toBe(newer);
    expect(selectEngine("auto").name).toMatch(/^wasm/);
  });

  test("an engine that cannot be made is passed over with its message, and throws it when named", () => {
    const { chooseEngine, registerEngine, selectEngine } = fresh();
    registerEngine(
      "native",
      () => {
        throw new Error("no OpenBLAS library was found");
      },
      20,
    );
    const { engine, reason } = chooseEngine("auto");
    expect(engine.name).toMatch(/^wasm/);
    expect(reason).toBe(
      "native is not available (no OpenBLAS library was found). wasm is the fastest engine that works here.",
    );
    expect(() => selectEngine("native")).toThrow("no OpenBLAS library was found");
  });

  test("when no engine works, every reason is given", () => {
    const { registerEngine, selectEngine } = fresh();
    for (const name of ["wasm", "reference"]) {
      registerEngine(
        name,
        () => {
          throw name; // not even an Error
        },
        1,
      );
    }
    expect(() => selectEngine("auto")).toThrow(/wasm is not available \(wasm\).*reference is not available/);
  });
});

test("the functions of the library share one registry", () => {
  const { chooseEngine, engineNames, registerEngine, selectEngine } = program;
  const own = { ...selectEngine("reference"), name: "own" };
  registerEngine("own", () => own, -10);
  expect(engineNames().at(-1)).toBe("own");
  expect(selectEngine("own")).toBe(own);
  expect(chooseEngine("own")).toEqual({ engine: own, reason: "own was asked for by option." });
});
