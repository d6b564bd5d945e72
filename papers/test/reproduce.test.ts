import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Executor } from "kernelbayes";
import { afterEach, expect, test, vi } from "vitest";
import { parseResults } from "@kernelbayes/experiment/node";
import { papers } from "../src/papers.ts";
import { paperTitles } from "../src/paperTitles.ts";
import { reproduce, type ReproduceWords } from "../src/reproduce.ts";
import { runProgram } from "../src/program.ts";
import { temporaryFolder } from "./folders.ts";
import { here, paperData } from "./samples.ts";

const printedByLin = [
  ...["linear", "rbf"].flatMap((kernel) =>
    ["KFDA", "SVM"].flatMap((method) =>
      ["recall", "precision", "accuracy"].map((metric) => ({
        source: "lin",
        method,
        kernel,
        metric,
        dataset: "lin-simulated",
        mean: 0.9,
        std: 0.02,
      })),
    ),
  ),
  { source: "lin", method: "KFDA one-against-rest", dataset: "pendigits", metric: "accuracy", mean: 97.63, std: null },
];

const words: ReproduceWords = { data: "", out: "", seed: "1", quick: true, partitions: "2", quiet: true };

afterEach(() => vi.restoreAllMocks());

test("the slides of Lin are run as they were, kept, and not run again", async () => {
  const out = temporaryFolder();
  const data = paperData(printedByLin);
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  await reproduce("lin", { ...words, data, out }, here);
  expect(lines.join("")).toMatch(/lin\.md: of 13 printed figures \d+ agree/);
  expect(readdirSync(out).toSorted()).toEqual(["figures.md", "index.md", "lin.md", "store", "summary.csv"]);
  const page = readFileSync(join(out, "lin.md"), "utf8");
  // The midpoint of the discriminant keeps the rare class: fewer of its rows are taken for the frequent one.
  expect(cellOf(page, "KFDA, linear | precision")).toBeGreaterThan(cellOf(page, "SVM, linear | precision"));
  expect(page).toMatch(/\| exact \| 97\.63 \| 100\.00 \|/);
  expect(page).toContain("Cut short: 2 draws in place of 10.");
  expect(readFileSync(join(out, "index.md"), "utf8")).toContain(
    "[Bayesian kernel Fisher discriminant analysis](lin.md) | 13 |",
  );

  const store = join(out, "store", "results.parquet");
  const rows = parseResults(readFileSync(store));
  // Two draws of eight machines, and two forms on the digits.
  expect(rows).toHaveLength(18);
  expect(rows.every(({ status, found }) => status === "done" && found.includes("confusion"))).toBe(true);
  // Worker threads give the same results.
  const other = temporaryFolder();
  await reproduce("lin", { ...words, data, out: other, jobs: "2" });
  expect(readFileSync(join(other, "lin.md"), "utf8")).toBe(page);
  // Rows that were kept stay as they are, and so do the pages that are made of them.
  await reproduce("lin", { ...words, data, out }, here);
  expect(parseResults(readFileSync(store))).toEqual(rows);
  expect(readFileSync(join(out, "lin.md"), "utf8")).toBe(page);
});

test("pages without results name every figure and claim, and --estimate counts the results of each", async () => {
  const out = temporaryFolder();
  const data = paperData(printedByLin);
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  await reproduce("lin", { ...words, data, out, pages: true }, here);
  const page = readFileSync(join(out, "lin.md"), "utf8");
  expect(page).toContain("*None of the 16 results of this part is in yet.*");
  expect(page).toContain("**cannot be judged**");
  expect(readFileSync(join(out, "figures.md"), "utf8")).toContain(
    'none of the results of "Handwritten digits (slide 8)" is in yet',
  );
  await reproduce("lin", { ...words, data, out, estimate: true }, here);
  expect(lines.join("")).toMatch(/\| lin \| Simulation \(slide 7\) \| 16 \| 0 \| [\d.]* \|/);
});

test("Ctrl-C keeps what was finished and says how to go on", async () => {
  const out = temporaryFolder();
  const stopped = (): Executor => {
    const executor = here();
    return { ...executor, map: async (...parts) => (process.emit("SIGINT", "SIGINT"), executor.map(...parts)) };
  };
  const listeners = process.listenerCount("SIGINT");
  const running = reproduce("lin", { ...words, data: paperData(printedByLin), out }, stopped);
  await expect(running).rejects.toMatchObject({ exitCode: 130 });
  await expect(running).rejects.toThrow(`kept in ${join(out, "store")}; the same command goes on from there.`);
  expect(process.listenerCount("SIGINT")).toBe(listeners);
});

test("an unknown paper is named with those that there are, and a folder without data is refused before any work", async () => {
  const known = Object.keys(paperTitles).join(", ");
  expect(Object.values(papers).map(({ name, title }) => [name, title])).toEqual(Object.entries(paperTitles));
  const unknown = await run("darwin");
  expect(unknown).toMatchObject({ status: 2 });
  expect(unknown.stderr).toContain(`There is no paper "darwin". There are ${known}, and all.`);
  const empty = await run("lin", "--data", temporaryFolder(), "--out", temporaryFolder());
  expect(empty).toMatchObject({ status: 2, stdout: "" });
  expect(empty.stderr).toContain("published.json");
});

test("help names the papers and the command", async () => {
  const { status, stdout } = await run("--help");
  expect(status).toBe(0);
  expect(stdout).toContain("Usage: npm run reproduce -- [options] [command] [paper]");
  for (const title of Object.values(paperTitles)) expect(stdout).toContain(title);
});

/** Runs the command in this process, as the program would, and catches what it prints. */
async function run(...given: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    });
  }
  const status = await runProgram(given);
  vi.restoreAllMocks();
  return { status, ...printed };
}

/** The mean of ours in the row of a page that begins with a text. */
function cellOf(page: string, beginning: string): number {
  const line = page.split("\n").find((each) => each.startsWith(`| ${beginning} `));
  return Number(line?.split("|")[4].trim().split(" ")[0]);
}
