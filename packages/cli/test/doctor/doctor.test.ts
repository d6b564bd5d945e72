import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Diagnosis } from "../../src/doctor/diagnosis.ts";

const command = fileURLToPath(new URL("../../dist/kernelbayes.js", import.meta.url));

function doctor(words: readonly string[], variables: Readonly<Record<string, string>>): string {
  const { KERNELBAYES_ENGINE: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "doctor", ...words], {
    encoding: "utf8",
    env: { ...environment, ...variables },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** An environment in which the native engine cannot work, the same on every machine. */
const withoutNative = { KERNELBAYES_OPENBLAS: "/nowhere/libopenblas" };

test("doctor measures every engine that works and gives the reason of every one that does not", () => {
  const found = JSON.parse(doctor(["--json"], withoutNative)) as Diagnosis;
  expect(found.node).toBe(process.versions.node);
  expect(found.processors.count).toBeGreaterThan(0);
  expect(found.engines.map(({ name }) => name.split(" ", 1)[0])).toEqual(["native", "wasm", "wasm", "reference"]);
  for (const engine of found.engines) {
    if (engine.available) {
      expect(engine.milliseconds.product).toBeGreaterThan(0);
      expect(engine.milliseconds.cholesky).toBeGreaterThan(0);
    } else {
      expect(engine.reason).toMatch(/\w{3,}.*\.$/);
    }
  }
  expect(found.engines[0]).toMatchObject({ name: "native", available: false });
  expect(found.engines.at(-1)).toMatchObject({ name: "reference", available: true });
  expect(found.inUse.name).toMatch(/^wasm/);
  expect(found.inUse.reason).toMatch(/^native is not available .* wasm is the fastest engine that works here\.$/);
});

test("the native engine is in use where it works, and its own words stand where it does not", () => {
  const found = JSON.parse(doctor(["--json"], {})) as Diagnosis;
  const [native] = found.engines;
  if (native.available) {
    expect(found.inUse.name).toBe(native.name);
    expect(native.name).toMatch(/^native \S+/);
    expect(found.faster).toEqual({ text: "Nothing faster is known for this machine." });
  } else {
    expect(["koffi-missing", "blas-missing", "blas-unusable"]).toContain(native.code);
    expect(found.inUse.name).toMatch(/^wasm/);
  }
});

test("the text names the engine in use, says what is not available and why, and how to do better", () => {
  const text = doctor([], withoutNative);
  expect(text).toMatch(/^kernelbayes \d+\.\d+\.\d+, Node \d+/);
  expect(text).toMatch(/engine +state +product ms +Cholesky ms/);
  expect(text).toMatch(/wasm \S+ +in use +[\d.]+ +[\d.]+/);
  expect(text).toMatch(/In use\n {2}wasm \S+\. wasm is the fastest engine that works here\.\n/);
  expect(text).toMatch(/Not available\n {2}native: The library \/nowhere\/libopenblas does not load/);
  expect(text).toMatch(/Faster\n {2}KERNELBAYES_OPENBLAS names a library that does not load/);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
});

test("an engine that was asked for and does not exist is reported, not thrown", () => {
  const found = JSON.parse(doctor(["--json"], { KERNELBAYES_ENGINE: "abacus" })) as Diagnosis;
  expect(found.inUse.name).toBeUndefined();
  expect(found.inUse.reason).toContain('There is no engine "abacus"');
  expect(found.faster.text).toContain("KERNELBAYES_ENGINE asks for abacus");
});

test("the help has an example", () => {
  const { stdout } = spawnSync(process.execPath, [command, "doctor", "--help"], { encoding: "utf8" });
  expect(stdout).toContain("kernelbayes doctor --json");
});
