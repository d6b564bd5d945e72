import Module from "node:module";
import { afterEach, describe, expect, test, vi } from "vitest";
import { engineRegistry } from "../../../src/engine/engineRegistry.ts";
import { builtInEngines } from "../../../src/engine/selectEngine.ts";
import { createNativeEngine } from "../../../src/node/native/createNativeEngine.ts";
import { nativeEngine } from "../../../src/node/native/registerNativeEngine.ts";
import { selfTest } from "../../../src/node/native/selfTest.ts";
import { referenceEngine } from "../../../src/engine/reference/index.ts";
import { EnvironmentError, InputError } from "../../../src/errors.ts";
import { thrown as thrownOf } from "../../thrown.ts";
import { availableEngine } from "./available.ts";

const native = availableEngine();
const thrown = (run: () => unknown): EnvironmentError => thrownOf(run, EnvironmentError);
const registry = (): ReturnType<typeof engineRegistry> =>
  engineRegistry({ ...builtInEngines, native: { create: nativeEngine, priority: 20 } });

/** How modules are loaded, of which Node's types say nothing. */
const modules = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function withKoffiThat(fails: Error): void {
  const load = modules._load;
  vi.spyOn(modules, "_load").mockImplementation((request, ...rest) => {
    if (request === "koffi") throw fails;
    return load.call(modules, request, ...rest);
  });
}

describe("without koffi", () => {
  test("the native engine says how to get it, and the automatic choice goes on to wasm with the reason", () => {
    withKoffiThat(Object.assign(new Error("Cannot find module 'koffi'"), { code: "MODULE_NOT_FOUND" }));
    const error = thrown(() => createNativeEngine());
    expect(error.code).toBe("koffi-missing");
    expect(error.message).toContain("npm install koffi");
    const { engine, reason } = registry().choose("auto", "by default");
    expect(engine.name).toMatch(/^wasm/);
    expect(reason).toMatch(/^native is not available \(The package koffi.*wasm is the fastest engine that works here/);
    expect(thrown(() => registry().choose("native", "by option")).code).toBe("koffi-missing");
  });

  test("a koffi that is there and does not load is told apart from one that is not", () => {
    withKoffiThat(new Error("no binary for this platform"));
    expect(thrown(() => createNativeEngine()).message).toContain("no binary for this platform");
  });
});

describe.skipIf(!native)("with koffi", () => {
  test("a library that is not there is named with the variable to mend, and never replaced by another", () => {
    vi.stubEnv("KERNELBAYES_OPENBLAS", "/nowhere/libopenblas.so");
    const error = thrown(() => createNativeEngine());
    expect(error.code).toBe("blas-missing");
    expect(error.message).toMatch(/\/nowhere\/libopenblas\.so does not load.*KERNELBAYES_OPENBLAS/);
  });

  test.runIf(process.platform === "linux")("a library without BLAS is refused by the routine that it lacks", () => {
    const error = thrown(() => createNativeEngine({ library: "libc.so.6" }));
    expect(error.code).toBe("blas-unusable");
    expect(error.message).toContain("dgemm_");
  });

  test("the automatic choice is native, before wasm", () => {
    const { engine, reason } = registry().choose("auto", "by default");
    expect(engine.name).toBe(native?.name);
    expect(reason).toBe("native is the fastest engine that works here.");
  });

  test("a full name asks for that library and no other, whatever its number of threads", () => {
    const { name } = native as { name: string };
    const here = registry();
    expect(here.choose(name, "by option").engine.name).toBe(name);
    expect(here.choose(`${name}, 2 threads`, "by option").engine.name).toBe(name);
    expect(thrown(() => here.choose("native OpenBLAS 0.1.0", "by option")).message).toContain(name);
  });

  test.each(["0", "-1", "two", "1.5"])("%s threads are refused", (threads) => {
    vi.stubEnv("KERNELBAYES_THREADS", threads);
    const { message } = thrownOf(() => createNativeEngine(), InputError);
    expect(message).toContain(`KERNELBAYES_THREADS must be a whole number from 1`);
    expect(thrownOf(() => createNativeEngine({ threads: Number(threads) }), InputError).code).toBe("invalid-option");
  });
});

describe("the self-test", () => {
  test("passes on an engine that is right", () => {
    expect(() => selfTest(referenceEngine)).not.toThrow();
  });

  test.each(["multiply", "symmetricProduct", "solveTriangular", "inverseFactored", "inverseDiagonal"] as const)(
    "notices that %s is wrong",
    (operation) => {
      const broken = {
        ...referenceEngine,
        [operation]: () => ({ rows: 72, columns: 72, data: new Float64Array(72 * 72) }),
      };
      const error = thrown(() => selfTest(broken));
      expect(error.code).toBe("blas-unusable");
    },
  );

  test("notices a factorization that fails, values that are off and vectors in the wrong order", () => {
    const { cholesky, eigenSymmetric, qr, svd, leadingEigenSymmetric } = referenceEngine;
    const broken = [
      { cholesky: () => ({ ok: false as const, failedAt: 3 }) },
      { cholesky: (a: Parameters<typeof cholesky>[0]) => ({ ok: true as const, factor: a }) },
      {
        eigenSymmetric: (a: Parameters<typeof eigenSymmetric>[0]) => {
          const { values, vectors } = eigenSymmetric(a);
          return { values: values.map((value) => value * (1 + 1e-9)), vectors };
        },
      },
      {
        eigenSymmetric: (a: Parameters<typeof eigenSymmetric>[0]) => {
          const { values, vectors } = eigenSymmetric(a);
          return { values, vectors: { ...vectors, data: vectors.data.toReversed() } };
        },
      },
      { qr: (a: Parameters<typeof qr>[0]) => ({ Q: a, R: a }) },
      { svd: (a: Parameters<typeof svd>[0]) => ({ ...svd(a), values: eigenSymmetric(a).values }) },
      {
        leadingEigenSymmetric: (a: Parameters<typeof leadingEigenSymmetric>[0]) => ({
          ...leadingEigenSymmetric(a, 1),
          values: Float64Array.of(1),
        }),
      },
    ];
    for (const fault of broken) {
      expect(thrown(() => selfTest({ ...referenceEngine, ...fault })).code, Object.keys(fault)[0]).toBe(
        "blas-unusable",
      );
    }
  });
});
