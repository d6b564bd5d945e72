import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fitSync, iris, linearDiscriminant, selectRows } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { writeFigures } from "../../src/fit/writeFigures.ts";
import { run, temporaryFolder, type Ran } from "../commands/run.ts";
import { injectFault } from "./injectFault.ts";

const codes = ["ENOSPC", "EIO", "EMFILE", "EACCES"];

const some = selectRows(
  iris(),
  Array.from({ length: 30 }, (_, row) => 5 * row),
);
const table = formatCsv(some);
const model = JSON.stringify(fitSync(linearDiscriminant(), some, { target: "species" }).toDocument());
const old = "what was there before";

// Reports show the time.
beforeAll(() => void vi.stubEnv("SOURCE_DATE_EPOCH", "1700000000"));
afterAll(() => void vi.unstubAllEnvs());

interface Scenario {
  readonly words: (folder: string) => string[];
  /** Files that the command writes; all are there before it, with other content. */
  readonly outputs: readonly string[];
  /** Calls beside `mayGoOn` that may fail without harm: what is no model for its beginning is read as a table, whole. */
  readonly mayAlsoFail?: RegExp;
}

const fitting = (folder: string): string[] =>
  ["fit", join(folder, "table.csv"), "--target", "species", "--out", folder].concat(
    "--model lda --jobs 1 --quiet".split(" "),
  );

/** The commands that write, and those that only read. */
const scenarios: Readonly<Record<string, Scenario>> = {
  "predict --out": {
    words: (folder) => [
      "predict",
      join(folder, "model.json"),
      join(folder, "table.csv"),
      "--out",
      join(folder, "p.csv"),
    ],
    outputs: ["p.csv"],
  },
  "predict to the standard output": {
    words: (folder) => ["predict", join(folder, "model.json"), join(folder, "table.csv")],
    outputs: [],
  },
  "predict to Parquet": {
    words: (folder) => [
      "predict",
      join(folder, "model.json"),
      join(folder, "table.csv"),
      "--out",
      join(folder, "p.parquet"),
    ],
    outputs: ["p.parquet"],
  },
  evaluate: { words: (folder) => ["evaluate", join(folder, "model.json"), join(folder, "table.csv")], outputs: [] },
  "describe of a table": {
    words: (folder) => ["describe", join(folder, "table.csv")],
    outputs: [],
    mayAlsoFail: /^handle.read$/,
  },
  "describe of a model": { words: (folder) => ["describe", join(folder, "model.json")], outputs: [] },
  "export --onnx": {
    words: (folder) => ["export", join(folder, "model.json"), "--onnx", join(folder, "m.onnx")],
    outputs: ["m.onnx"],
  },
  "fit --out": { words: (folder) => [...fitting(folder), "--no-report"], outputs: ["model.json"] },
  "fit with a report": {
    words: (folder) => fitting(folder),
    outputs: ["model.json", "report.html"],
  },
};

/**
 * Calls whose failure loses nothing, so that the command may go on: it must then have written everything. Partial files of killed processes are looked for in a folder
 * that may not be listed, names of files are forced to the disk where the system can, and a model that `fit` would replace is looked at.
 */
const mayGoOn = /^(readdir|open|handle\.(sync|close)|readlink|stat|lstat|access)$/;

/** Writes the inputs and old outputs. */
function prepare(folder: string, { outputs }: Scenario): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  for (const name of outputs) writeFileSync(join(folder, name), old);
  writeFileSync(join(folder, "table.csv"), table);
  if (!outputs.includes("model.json")) writeFileSync(join(folder, "model.json"), model);
}

function contents(folder: string, { outputs }: Scenario): (string | undefined)[] {
  return outputs.map((name) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, "latin1") : undefined;
  });
}

function checkFailure({ status, stderr }: Ran, where: string): void {
  expect([2, 4], `${where}: exit code`).toContain(status);
  expect(stderr.trim(), `${where}: message`).not.toBe("");
  expect(stderr.trim().split("\n").length, `${where}: one message, not ${stderr}`).toBe(1);
  expect(stderr, where).not.toMatch(/\n {4}at |undefined|\[object/);
}

for (const [name, scenario] of Object.entries(scenarios)) {
  const isSlow = name.startsWith("fit");
  test(`${name}: whichever call of the file system fails, the command reports it, and files are the old ones or whole`, async () => {
    const folder = temporaryFolder();
    const tried = async (at: number, code: string) => {
      prepare(folder, scenario);
      return injectFault(folder, { at, code }, () => run(...scenario.words(folder)));
    };
    const { calls, result } = await tried(0, "none");
    expect(result.status, result.stderr).toBe(0);
    const whole = contents(folder, scenario);
    for (const content of whole) expect(content).not.toBe(old);
    expect(calls.length).toBeGreaterThan(0);
    for (let at = 1; at <= calls.length; at++) {
      // Fits take long: each of their calls fails once, with the codes in turn.
      for (const code of isSlow ? [codes[at % codes.length]] : codes) {
        const { result: ran } = await tried(at, code);
        const where = `${name}, call ${at} of ${calls.length}, ${calls[at - 1]}, ${code}`;
        const found = contents(folder, scenario);
        if (ran.status === 0) {
          if (scenario.mayAlsoFail?.test(calls[at - 1]) !== true)
            expect(calls[at - 1], `${where}: went on`).toMatch(mayGoOn);
          expect(found, where).toEqual(whole);
        } else {
          checkFailure(ran, where);
          found.forEach((content, i) => expect([old, whole[i]], where).toContain(content));
        }
        const partial = readdirSync(folder, { recursive: true }).filter((file) => String(file).includes(".partial"));
        // What cannot be removed stays, and the next command removes it.
        if (calls[at - 1] !== "rm") expect(partial, where).toEqual([]);
      }
    }
  }, 900_000);
}

test("figures: whichever call of the file system fails, it is reported, and each picture is the old one, the new one or not there", async () => {
  const folder = temporaryFolder();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>';
  const figures = ["first", "second"].map((name) => ({ name, title: name, svg }));
  const tried = async (at: number, code: string) => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    writeFileSync(join(folder, "second.svg"), old);
    return injectFault(folder, { at, code }, async () => {
      try {
        await writeFigures(folder, figures, []);
        return undefined;
      } catch (error) {
        return error;
      }
    });
  };
  const { calls } = await tried(0, "none");
  expect(calls.length).toBeGreaterThan(20);
  for (let at = 1; at <= calls.length; at++) {
    for (const code of codes) {
      const { result } = await tried(at, code);
      const where = `call ${at} of ${calls.length}, ${calls[at - 1]}, ${code}`;
      if (result === undefined) expect(calls[at - 1], where).toMatch(mayGoOn);
      else expect(["InputError", "EnvironmentError"], where).toContain((result as Error).name);
      const [first, second] = figures.map(({ name }) => join(folder, `${name}.svg`));
      expect([undefined, svg], where).toContain(existsSync(first) ? readFileSync(first, "utf8") : undefined);
      expect([old, svg], where).toContain(readFileSync(second, "utf8"));
      if (result === undefined) expect(readFileSync(second, "utf8"), where).toBe(svg);
      if (calls[at - 1] !== "rm")
        expect(
          readdirSync(folder).filter((name) => name.endsWith(".partial")),
          where,
        ).toEqual([]);
    }
  }
}, 900_000);
