import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fitSync, iris, kernelLogistic, leastSquaresSupportVector, linearDiscriminant, selectRows } from "kernelbayes";
import { spline } from "kernelbayes/kernels";
import { onnxModel } from "kernelbayes/models";
import { writePosterior } from "kernelbayes/node";
import { expect, test } from "vitest";
import { run, runJson, temporaryFolder } from "./run.ts";

test("a model is written as ONNX, and what goes into it and comes out is told", async () => {
  const folder = temporaryFolder();
  const [model, file] = [join(folder, "model.json"), join(folder, "new", "model.onnx")];
  const posterior = fitSync(linearDiscriminant(), iris(), { target: "species" });
  await writePosterior(model, posterior);
  const { status, stdout } = await run("export", model, "--onnx", file);
  expect(status).toBe(0);
  expect(new Uint8Array(readFileSync(file))).toEqual(onnxModel(posterior));
  expect(stdout).toContain("the model lda of species");
  expect(stdout).toContain("input numbers: sepal length, sepal width, petal length, petal width");
  expect(stdout).toContain("output probabilities: setosa, versicolor, virginica");
  expect(stdout).not.toContain("input texts");
  const told = await runJson<{ bytes: number; numbers: string[] }>("export", model, "--onnx", file);
  expect(told).toMatchObject({ file, model: "lda", target: "species", classes: posterior.classes, texts: [] });
  expect(told.bytes).toBe(readFileSync(file).length);
  expect((await run("export", model, "--onnx", file, "--quiet")).stdout).toBe(`${file}\n`);
});

test("a model that cannot be written is refused with what to fit instead, and no file is begun", async () => {
  const folder = temporaryFolder();
  const [model, file] = [join(folder, "model.json"), join(folder, "model.onnx")];
  const rows = Array.from({ length: 24 }, (_, i) => 6 * i);
  const machine = kernelLogistic({ kernel: spline() });
  await writePosterior(model, fitSync(machine, selectRows(iris(), rows), { target: "species" }));
  const { status, stdout, stderr } = await run("export", model, "--onnx", file);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("A model with a spline kernel cannot be written as ONNX; fit one with another kernel");
  expect(existsSync(file)).toBe(false);
});

test("without a file to write, or a model to read, the command says so", async () => {
  expect((await run("export", "model.json")).status).toBe(2);
  const { status, stderr } = await run("export", join(temporaryFolder(), "none.json"), "--onnx", "model.onnx");
  expect(status).toBe(2);
  expect(stderr).toContain("none.json");
});

test("a model is written without its intervals, and predicts the same labels and probabilities", async () => {
  const folder = temporaryFolder();
  const [model, small, rows] = ["model.json", "new/small.json", "rows.csv"].map((name) => join(folder, name));
  const posterior = fitSync(leastSquaresSupportVector(), iris(), { target: "species" });
  await writePosterior(model, posterior);
  const { status, stdout } = await run("export", model, "--without-intervals", small);
  expect(status).toBe(0);
  expect(stdout).toContain("the model lssvm of species without intervals");
  expect(readFileSync(small).length).toBeLessThan(0.7 * readFileSync(model).length);
  writeFileSync(rows, "sepal length,sepal width,petal length,petal width\n6,3,4.8,1.6\n");
  const fast = await run("predict", model, rows, "--no-intervals", "--quiet");
  const saved = await run("predict", small, rows);
  expect(fast.stdout.split("\n")[0]).toBe(
    "label,probability_setosa,probability_versicolor,probability_virginica,outside",
  );
  expect(saved.stdout).toBe(fast.stdout);
  expect(saved.stderr).toContain("saved without intervals");
  const whole = await run("predict", model, rows, "--quiet");
  expect(whole.stdout.split("\n")[1].startsWith(fast.stdout.split("\n")[1].replace(/,$/, ""))).toBe(true);
  const told = await runJson("export", model, "--without-intervals", small);
  expect(told).toMatchObject({ file: small, intervals: false, before: readFileSync(model).length });
});

test("decisions by intervals are refused where there are none", async () => {
  const folder = temporaryFolder();
  const [model, small] = ["model.json", "small.json"].map((name) => join(folder, name));
  await writePosterior(model, fitSync(linearDiscriminant(), iris(), { target: "species" }));
  await run("export", model, "--without-intervals", small);
  const saved = await run("predict", small, model, "--cautious");
  expect(saved.status).toBe(2);
  expect(saved.stderr).toContain("saved without");
  const left = await run("predict", model, model, "--cautious", "--no-intervals");
  expect(left.stderr).toContain("--no-intervals");
});
