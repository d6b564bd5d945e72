import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { builtWorker } from "../builtWorker.ts";
import { availableEngine } from "./available.ts";

const native = availableEngine();

/** Runs a program on the built package in a process of its own, and gives what it printed as JSON. */
function outputOf(program: string, variables: Readonly<Record<string, string>> = {}): unknown {
  builtWorker();
  const { KERNELBAYES_ENGINE: _, ...environment } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    encoding: "utf8",
    timeout: 60_000,
    env: { ...environment, ...variables },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return JSON.parse(stdout);
}

const choice = `
  import { chooseEngine } from "kernelbayes/engine";
  import "kernelbayes/node";
  const { engine, reason } = chooseEngine();
  console.log(JSON.stringify({ name: engine.name, reason }));
`;

describe.skipIf(!native)("a program", () => {
  test("that imports kernelbayes/node computes with the native engine", () => {
    expect(outputOf(choice)).toEqual({
      name: native?.name,
      reason: "native is the fastest engine that works here.",
    });
  });

  test("without an OpenBLAS computes with wasm, and knows why", () => {
    const { name, reason } = outputOf(choice, { KERNELBAYES_OPENBLAS: "/nowhere" }) as Record<string, string>;
    expect(name).toMatch(/^wasm/);
    expect(reason).toContain("/nowhere does not load");
  });

  test("that shares folds out to worker threads gets the bits of one without", () => {
    const output = outputOf(`
      import { crossValidate, linearDiscriminant } from "kernelbayes";
      import { datasets } from "kernelbayes/data";
      import { chooseEngine } from "kernelbayes/engine";
      import { workerExecutor } from "kernelbayes/node";
      const executor = workerExecutor({ workers: 2 });
      const options = { target: "class", folds: 4 };
      const table = datasets.waveform.make();
      const here = await crossValidate(linearDiscriminant(), table, options);
      const there = await crossValidate(linearDiscriminant(), table, { ...options, executor });
      await executor.close();
      const same = JSON.stringify(here) === JSON.stringify(there);
      console.log(JSON.stringify({ same, name: chooseEngine().engine.name, rows: here.scores.rows }));
    `);
    expect(output).toMatchObject({ same: true, name: native?.name });
  });

  test("that asks for two threads has them for large matrices, and agrees with one within rounding", () => {
    const output = outputOf(
      `
      import { matrix } from "kernelbayes/engine";
      import { createNativeEngine } from "kernelbayes/node";
      const n = 520;
      const A = matrix(n, n, Float64Array.from({ length: n * n }, (_, i) => ((i + 1) * 0.6180339887498949) % 1));
      const [one, two] = [createNativeEngine({ threads: 1 }), createNativeEngine()];
      const [first, second] = [one.multiply(A, A), two.multiply(A, A)];
      const distance = Math.max(...first.data.map((value, i) => Math.abs(value - second.data[i])).slice(0, 10000));
      console.log(JSON.stringify({ names: [one.name, two.name], distance }));
    `,
      { KERNELBAYES_THREADS: "2" },
    ) as { names: string[]; distance: number };
    expect(output.names).toEqual([native?.name, `${native?.name}, 2 threads`]);
    expect(output.distance).toBeLessThan(1e-9);
  });

  test("that ends while an operation is under way ends in peace", () => {
    const output = outputOf(`
      import { matrix } from "kernelbayes/engine";
      import { createNativeEngine } from "kernelbayes/node";
      const engine = createNativeEngine();
      const A = matrix(900, 900, new Float64Array(810000).fill(1));
      void engine.async.eigenSymmetric(A);
      await new Promise((resolve) => setTimeout(resolve, 30));
      console.log("true");
      process.exit(0);
    `);
    expect(output).toBe(true);
  });

  test("that used koffi for something else first is told why asynchronous operations do not work", () => {
    const output = outputOf(`
      import { createRequire } from "node:module";
      import { matrix } from "kernelbayes/engine";
      import { createNativeEngine } from "kernelbayes/node";
      const koffi = createRequire(import.meta.url)("koffi");
      koffi.load(null);
      const engine = createNativeEngine();
      const A = matrix(1, 1, Float64Array.of(4));
      const error = await engine.async.cholesky(A).catch((reason) => reason.message);
      console.log(JSON.stringify({ factor: engine.cholesky(A).factor.data[0], error }));
    `) as { factor: number; error: string };
    expect(output.factor).toBe(2);
    expect(output.error).toContain("Create the native engine before other uses of koffi");
  });
});
