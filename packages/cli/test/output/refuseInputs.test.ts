import { spawnSync } from "node:child_process";
import { linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fitSync, iris, linearDiscriminant } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { writePosterior } from "kernelbayes/node";
import { expect, test } from "vitest";
import { refuseInputs } from "../../src/output/refuseInputs.ts";
import { run, temporaryFolder } from "../commands/run.ts";

const command = fileURLToPath(new URL("../../dist/kernelbayes.js", import.meta.url));

/** A folder with a model, tables and costs. */
async function inputs(): Promise<{ folder: string; at: (name: string) => string; content: () => string[] }> {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await writePosterior(at("model.json"), fitSync(linearDiscriminant(), iris(), { target: "species" }));
  for (const name of ["in.csv", "calibrate.csv"]) writeFileSync(at(name), formatCsv(iris()));
  const costs = Object.fromEntries(["setosa", "versicolor", "virginica"].map((name) => [name, {}]));
  writeFileSync(at("costs.json"), JSON.stringify(costs));
  symlinkSync("in.csv", at("link.csv"));
  linkSync(at("in.csv"), at("hard.csv"));
  return { folder, at, content: () => readdirSync(folder).map((name) => readFileSync(at(name), "utf8")) };
}

test("predict, fit, export and compare refuse to write over what they read, before any work", async () => {
  const { at, content, folder } = await inputs();
  const before = content();
  const predict = ["predict", at("model.json"), at("in.csv")];
  const refusals: readonly (readonly [readonly string[], output: string, input: string])[] = [
    [[...predict, "--out", at("in.csv")], at("in.csv"), at("in.csv")],
    [[...predict, "--out", at("link.csv")], at("link.csv"), at("in.csv")],
    [[...predict, "--out", at("hard.csv")], at("hard.csv"), at("in.csv")],
    [[...predict, "--out", at("model.json"), "--as", "csv"], at("model.json"), at("model.json")],
    [
      [...predict, "--calibrate", at("calibrate.csv"), "--out", at("calibrate.csv")],
      at("calibrate.csv"),
      at("calibrate.csv"),
    ],
    [
      [...predict, "--cost", at("costs.json"), "--out", at("costs.json"), "--as", "csv"],
      at("costs.json"),
      at("costs.json"),
    ],
    [["export", at("model.json"), "--onnx", at("model.json")], at("model.json"), at("model.json")],
    [["fit", at("model.json"), "--target", "x", "--out", folder], at("model.json"), at("model.json")],
  ];
  for (const [words, output, input] of refusals) {
    const { status, stdout, stderr } = await run(...words);
    expect(stderr).toContain(`${output} cannot be written: it is the same file as ${input}, which this command reads`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  }
  expect(content()).toEqual(before);
});

test("a table that stands where the chart of compare goes is kept", async () => {
  const { at, folder } = await inputs();
  const chart = at("critical-difference.svg");
  linkSync(at("in.csv"), chart);
  const words = ["compare", at("in.csv"), "--target", "species", "--models", "lda,rda", "--splits", "2", "--jobs", "1"];
  const { status, stderr } = await run(...words, "--figures", folder, "--quiet");
  expect({ status, isNamed: stderr.includes(chart) && stderr.includes("in.csv, which this command reads") }).toEqual({
    status: 2,
    isNamed: true,
  });
  expect(readFileSync(at("in.csv"), "utf8")).toBe(formatCsv(iris()));
});

test("redirections of the shell to what is read are refused, too", async () => {
  const { at, content } = await inputs();
  const before = content();
  const shell = (words: string): { status: number | null; stderr: string } => {
    const { status, stderr } = spawnSync(`"${process.execPath}" "${command}" ${words}`, {
      shell: "/bin/sh",
      encoding: "utf8",
    });
    return { status, stderr };
  };
  const piped = shell(`predict ${at("model.json")} - --out ${at("in.csv")} < ${at("in.csv")}`);
  expect(piped.stderr).toContain("it is the same file as the standard input, which this command reads");
  const appended = shell(`predict ${at("model.json")} ${at("in.csv")} >> ${at("in.csv")}`);
  expect(appended.stderr).toBe(
    `The standard output leads to the same file as ${at("in.csv")}, which this command reads. Send the output to another file.\n`,
  );
  expect([piped.status, appended.status]).toEqual([2, 2]);
  expect(content()).toEqual(before);
});

test("one device may be read and written", async () => {
  await expect(refuseInputs("/dev/null", ["/dev/null"])).resolves.toBeUndefined();
});
