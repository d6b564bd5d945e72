import { describe, expect, test, vi } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { createWasmEngine, loadWasmEngine, supportedBuilds, type WasmBuild } from "../../src/engine/wasm/index.ts";
import { workspace } from "../../src/engine/wasm/workspace.ts";
import { bytesOf, instanceOf } from "../../src/engine/wasm/loadInstance.ts";
import { EnvironmentError, NumericalError } from "../../src/errors.ts";
import { randomMatrix, randomVector } from "../../src/testing/matrices.ts";

const pageBytes = 65_536;

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("the builds", () => {
  test("there is a module for every runtime with SIMD, and another one with fused multiply-add", () => {
    expect(supportedBuilds()).toContain("simd128");
    const [simd128, relaxedSimd] = (["simd128", "relaxed-simd"] as const).map(bytesOf);
    for (const bytes of [simd128, relaxedSimd]) expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe("\0asm");
    expect(relaxedSimd).not.toEqual(simd128);
  });

  test("a build that the runtime does not know is refused in words", () => {
    expect(() => createWasmEngine({ build: "avx512" as WasmBuild })).toThrow(EnvironmentError);
    expect(() => createWasmEngine({ build: "avx512" as WasmBuild })).toThrow(/cannot run the avx512 build/);
  });

  test("loading gives an engine that shares its module with the one made directly", async () => {
    const loaded = await loadWasmEngine({ build: "simd128" });
    const direct = createWasmEngine({ build: "simd128" });
    expect(loaded.name).toBe(direct.name);
    expect(instanceOf("simd128")).toBe(instanceOf("simd128"));
    vi.resetModules();
    const { loadWasmEngine: loadAnew, createWasmEngine: createAnew } = await import("../../src/engine/wasm/index.ts");
    const [one, two] = await Promise.all([loadAnew(), loadAnew()]);
    expect([one.name, two.name]).toEqual([createAnew().name, createAnew().name]);
    expect(one.multiply(matrix(1, 1, Float64Array.of(2)), matrix(1, 1, Float64Array.of(3))).data[0]).toBe(6);
    await expect(loadWasmEngine({ build: "avx512" as WasmBuild })).rejects.toThrow(EnvironmentError);
  });
});

describe("the workspace", () => {
  const small = (maximum?: number): { memory: WebAssembly.Memory; room: ReturnType<typeof workspace> } => {
    const memory = new WebAssembly.Memory({ initial: 1, ...(maximum === undefined ? {} : { maximum }) });
    return { memory, room: workspace(memory, 1000) };
  };

  test("frames do not overlap, begin at multiples of 64, and are given back", () => {
    const { room } = small();
    const outer = room.frame([3, 5], (a, b) => {
      expect([a % 64, b % 64]).toEqual([0, 0]);
      expect(b).toBeGreaterThanOrEqual(a + 24);
      room.write(a, Float64Array.of(1, 2, 3));
      room.frame([4], (c) => {
        expect(c).toBeGreaterThanOrEqual(b + 40);
        room.write(c, Float64Array.of(9, 9, 9, 9));
      });
      expect(room.read(a, 3)).toEqual(Float64Array.of(1, 2, 3));
      return a;
    });
    expect(room.frame([1], (a) => a)).toBe(outer);
  });

  test("a frame is given back when its work throws", () => {
    const { room } = small();
    const before = room.frame([1], (a) => a);
    expect(() =>
      room.frame([10], () => {
        throw new Error("stop");
      }),
    ).toThrow("stop");
    expect(room.frame([1], (a) => a)).toBe(before);
  });

  test("the memory grows when a frame needs it and keeps what outer frames hold", () => {
    const { memory, room } = small();
    room.frame([2], (a) => {
      room.write(a, Float64Array.of(4, 5));
      room.frame([pageBytes], (b) => {
        expect(memory.buffer.byteLength).toBeGreaterThanOrEqual(8 * pageBytes);
        room.write(b, new Float64Array(pageBytes).fill(7));
      });
      expect(room.read(a, 2)).toEqual(Float64Array.of(4, 5));
    });
    const size = memory.buffer.byteLength;
    for (let i = 0; i < 100; i++) room.frame([pageBytes], () => undefined);
    expect(memory.buffer.byteLength).toBe(size);
  });

  test("what does not fit into 32-bit addresses is refused with the sizes, before anything is taken", () => {
    const { memory, room } = small();
    const error = errorOf(() => room.frame([40_000 * 40_000], () => undefined));
    expect(error).toBeInstanceOf(NumericalError);
    expect(error).toMatchObject({ code: "memory-limit" });
    expect((error as Error).message).toMatch(/asks for 12208 MiB .* 409\d MiB of 4096 MiB are free/);
    expect(memory.buffer.byteLength).toBe(pageBytes);
  });

  test("memory that the machine does not give is an error of the machine", () => {
    const { room } = small(2);
    const error = errorOf(() => room.frame([10 * pageBytes], () => undefined));
    expect(error).toMatchObject({ name: "EnvironmentError", code: "no-memory" });
    expect(room.frame([10], (a) => a)).toBe(1024);
  });
});

describe.each(supportedBuilds())("memory of the engine, build %s", (build) => {
  const engine = createWasmEngine({ build });
  const tall = matrix(40_000, 1, randomVector(40_000, 1));

  test.each<[string, () => unknown]>([
    ["multiply", () => engine.multiply(tall, tall, { transposeB: true })],
    ["symmetricProduct", () => engine.symmetricProduct(tall)],
    ["squaredDistances", () => engine.squaredDistances(tall)],
    ["gaussianMatrix", () => engine.gaussianMatrix(tall, undefined, Float64Array.of(1))],
  ])("%s of 40 000 rows is refused with a memory-limit error, and the engine goes on working", (_, run) => {
    expect(errorOf(run)).toMatchObject({ name: "NumericalError", code: "memory-limit" });
    expect(engine.multiply(matrix(1, 1, Float64Array.of(2)), matrix(1, 1, Float64Array.of(3))).data[0]).toBe(6);
  });

  test("a thousand operations of one size take no more memory than one", () => {
    const { memory } = instanceOf(build).exports;
    const A = randomMatrix(60, 60, 1);
    const all = (): void => {
      engine.svd(A);
      engine.eigenSymmetric(engine.symmetricProduct(A));
      engine.gaussianMatrix(A, undefined, new Float64Array(60).fill(0.1));
    };
    all();
    const before = memory.buffer.byteLength;
    for (let i = 0; i < 50; i++) all();
    for (let i = 0; i < 1000; i++) engine.multiply(A, A);
    expect(memory.buffer.byteLength).toBe(before);
  });

  test("results survive the growth of the memory that they came from", () => {
    const A = randomMatrix(20, 20, 2);
    const early = engine.multiply(A, A);
    const kept = early.data.slice();
    const { memory } = instanceOf(build).exports;
    const pages = memory.buffer.byteLength / pageBytes;
    const side = Math.ceil(Math.sqrt((pages * pageBytes) / 8)) + 1;
    engine.multiply(matrix(side, side), matrix(side, 3));
    expect(memory.buffer.byteLength / pageBytes).toBeGreaterThan(pages);
    expect(early.data).toEqual(kept);
    expect(engine.multiply(A, A).data).toEqual(kept);
  });
});

describe.each(supportedBuilds())("calls within calls, build %s", (build) => {
  const engine = createWasmEngine({ build });
  const X = randomMatrix(150, 3, 5);
  const weights = Float64Array.of(1, 2, 3);
  const K = engine.gaussianMatrix(X, undefined, weights);
  const ones = new Float64Array(150).fill(1);

  test("an incomplete Cholesky whose columns come from the same engine equals one whose columns do not", () => {
    const row = (j: number): Matrix => matrix(1, 3, X.data.slice(3 * j, 3 * j + 3));
    const plain = engine.incompleteCholesky(ones, (j) => K.data.slice(150 * j, 150 * (j + 1)), { rank: 120 });
    const nested = engine.incompleteCholesky(
      ones,
      (j) => {
        // Much more memory than the outer call holds, so that it grows and views are detached.
        engine.multiply(K, K);
        engine.incompleteCholesky(ones, (i) => K.data.slice(150 * i, 150 * (i + 1)), { rank: 5 });
        return engine.gaussianMatrix(X, row(j), weights).data;
      },
      { rank: 120 },
    );
    expect(nested.pivots).toEqual(plain.pivots);
    expect(nested.factor.data).toEqual(plain.factor.data);
    expect(nested.residualTrace).toBe(plain.residualTrace);
  });

  test("a column function that throws leaves the engine as it was", () => {
    const before = engine.multiply(K, K).data;
    let asked = 0;
    const failing = (j: number): Float64Array => {
      if (++asked === 40) throw new Error("the data source went away");
      return K.data.slice(150 * j, 150 * (j + 1));
    };
    expect(() => engine.incompleteCholesky(ones, failing)).toThrow("the data source went away");
    expect(engine.multiply(K, K).data).toEqual(before);
    expect(() => engine.incompleteCholesky(ones, () => new Float64Array(3))).toThrow(RangeError);
  });
});
