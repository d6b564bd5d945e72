import { expect, test } from "vitest";
import { advice } from "../../src/doctor/advice.ts";
import type { EngineState } from "../../src/doctor/diagnosis.ts";

const works = (name: string): EngineState => ({ name, available: true, milliseconds: { product: 1, cholesky: 1 } });
const missing = (code: string): EngineState => ({ name: "native", available: false, code, reason: "" });
const wasm = works("wasm simd128");

test("where the native engine works nothing faster is known", () => {
  const engines = [works("native OpenBLAS 0.3.21"), wasm];
  expect(advice(engines, "native OpenBLAS 0.3.21", {})).toEqual({ text: "Nothing faster is known for this machine." });
});

test("each thing that is missing has the one command that brings it", () => {
  expect(advice([missing("koffi-missing"), wasm], wasm.name, {}).command).toBe("npm install koffi");
  expect(advice([missing("blas-missing"), wasm], wasm.name, {}, "apt-get install x").command).toBe("apt-get install x");
});

test("where there is no usual command, words say where to get OpenBLAS", () => {
  const { text, command } = advice([missing("blas-missing"), wasm], wasm.name, {}, "");
  expect(command).toBeUndefined();
  expect(text).toMatch(/^OpenBLAS is missing\. Get it from https:.*KERNELBAYES_OPENBLAS\.$/);
});

test("a library named in vain is not answered with an installation", () => {
  const given = advice([missing("blas-missing"), wasm], wasm.name, { KERNELBAYES_OPENBLAS: "/nowhere" }, "apt-get");
  expect(given.command).toBeUndefined();
  expect(given.text).toContain("KERNELBAYES_OPENBLAS names a library that does not load");
});

test("a library that fails its self-test is not recommended again", () => {
  const given = advice([missing("blas-unusable"), wasm], wasm.name, {}, "apt-get");
  expect(given.command).toBeUndefined();
  expect(given.text).toContain("another OpenBLAS");
});

test("an environment variable that asks for a slower engine is pointed out", () => {
  const engines = [works("native OpenBLAS 0.3.21"), wasm];
  const given = advice(engines, wasm.name, { KERNELBAYES_ENGINE: "wasm" });
  expect(given.text).toContain("native OpenBLAS 0.3.21 works here, but KERNELBAYES_ENGINE asks for wasm");
  expect(given.command).toMatch(/KERNELBAYES_ENGINE/);
  expect(advice(engines, "native OpenBLAS 0.3.21", { KERNELBAYES_ENGINE: "auto" }).command).toBeUndefined();
});
