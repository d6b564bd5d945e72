import { afterEach, describe, expect, test, vi } from "vitest";
import type * as Select from "../../src/engine/select.ts";

/** The registry is shared by a whole program; each test starts with a fresh one. */
async function fresh(): Promise<typeof Select> {
  vi.resetModules();
  return import("../../src/engine/select.ts");
}

/** By name and code: a fresh module has classes of its own. */
const inputError = (code: string): unknown => expect.objectContaining({ name: "InputError", code });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("selectEngine", () => {
  test("takes WebAssembly when nothing is asked for and says why", async () => {
    vi.stubEnv("KERNELBAYES_ENGINE", undefined);
    const { chooseEngine, selectEngine } = await fresh();
    expect(selectEngine().name).toMatch(/^wasm (simd128|relaxed-simd)$/);
    expect(chooseEngine().reason).toBe("wasm is the fastest engine that works here.");
  });

  test("falls back to the reference engine without WebAssembly and gives the reason", async () => {
    vi.stubEnv("KERNELBAYES_ENGINE", "");
    vi.stubGlobal("WebAssembly", undefined);
    const { chooseEngine } = await fresh();
    const { engine, reason } = chooseEngine();
    expect(engine.name).toBe("reference");
    expect(reason).toMatch(/^wasm is not available \(.*supports none.*reference is the fastest engine/);
  });

  test("falls back to the reference engine where SIMD does not validate", async () => {
    vi.stubGlobal("WebAssembly", { ...WebAssembly, validate: () => false });
    const { chooseEngine } = await fresh();
    expect(chooseEngine("auto").engine.name).toBe("reference");
  });

  test("never replaces an engine that was named", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const { selectEngine } = await fresh();
    expect(() => selectEngine("wasm")).toThrow(inputError("engine-not-supported"));
  });

  test("an option goes before the environment variable, which goes before the automatic choice", async () => {
    vi.stubEnv("KERNELBAYES_ENGINE", "reference");
    const { chooseEngine, selectEngine } = await fresh();
    expect(selectEngine().name).toBe("reference");
    expect(chooseEngine().reason).toBe("reference was asked for by KERNELBAYES_ENGINE.");
    expect(selectEngine("wasm").name).toMatch(/^wasm/);
    expect(selectEngine("auto").name).toMatch(/^wasm/);
    expect(chooseEngine("reference").reason).toBe("reference was asked for by option.");
  });

  test("works in runtimes without a process", async () => {
    const { selectEngine } = await fresh();
    vi.stubGlobal("process", undefined);
    const name = selectEngine().name;
    vi.unstubAllGlobals();
    expect(name).toMatch(/^wasm/);
  });

  test("gives the same engine each time", async () => {
    const { selectEngine } = await fresh();
    expect(selectEngine("wasm")).toBe(selectEngine("wasm"));
  });

  test("refuses an unknown name with the names there are and where it came from", async () => {
    const { selectEngine } = await fresh();
    expect(() => selectEngine("fast")).toThrow(
      'There is no engine "fast" (asked for by option). Choose one of auto, wasm, reference.',
    );
    vi.stubEnv("KERNELBAYES_ENGINE", "quick");
    const failure = (): unknown => selectEngine();
    expect(failure).toThrow(inputError("unknown-engine"));
    expect(failure).toThrow(/"quick" \(asked for by KERNELBAYES_ENGINE\)/);
  });
});

describe("registerEngine", () => {
  test("a registered engine can be named, and wins the automatic choice by its priority", async () => {
    const { engineNames, registerEngine, selectEngine } = await fresh();
    const native = { ...selectEngine("reference"), name: "native" };
    registerEngine("native", () => native, 20);
    expect(engineNames()).toEqual(["auto", "native", "wasm", "reference"]);
    expect(selectEngine("auto")).toBe(native);
    expect(selectEngine("native")).toBe(native);
    const newer = { ...native, name: "newer" };
    registerEngine("native", () => newer, -1);
    expect(selectEngine("native")).toBe(newer);
    expect(selectEngine("auto").name).toMatch(/^wasm/);
  });

  test("an engine that cannot be made is passed over with its message, and throws it when named", async () => {
    const { chooseEngine, registerEngine, selectEngine } = await fresh();
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

  test("when no engine works, every reason is given", async () => {
    const { registerEngine, selectEngine } = await fresh();
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
