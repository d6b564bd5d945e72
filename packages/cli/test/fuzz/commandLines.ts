import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fitSync, iris, linearDiscriminant, selectRows } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { writePosterior } from "kernelbayes/node";
import { runCommand } from "../../src/runCommand.ts";
import type { Random, Subject, Verdict } from "./subject.ts";

interface CommandInput {
  readonly words: readonly string[];
  /** The table `fuzz.csv`. */
  readonly table: string;
}

const some = selectRows(
  iris(),
  Array.from({ length: 30 }, (_, row) => 5 * row),
);
const commands = [
  "fit",
  "predict",
  "evaluate",
  "describe",
  "check",
  "export",
  "models",
  "kernels",
  "completion",
  "no-such",
  "--help",
];
const files = ["fuzz.csv", "model.json", "missing.csv", ".", "", "model.json/x", "\u0000", `${"n".repeat(300)}.csv`];
/** Options that every command has a chance of: known ones with values of any kind. Nothing leaves the folder, and nothing takes long. */
const options: Readonly<Record<string, readonly string[]>> = {
  "--target": ["species", "petal width", "no such", "", "\u001b[2J"],
  "--model": ["lda", "qda", "no-such"],
  "--missing": ["impute", "drop", "nonsense"],
  "--exclude": ["petal width", "species", ",", "no such"],
  "--weights": ["petal width", "species"],
  "--holdout": ["0.3", "1", "-1", "nan", "30%"],
  "--folds": ["2", "3", "1", "1e9", "two"],
  "--option": ["shrinkage=1", "shrinkage", "=", "x=y", "__proto__=1"],
  "--format": ["csv", "json", "parquet", "arff", "xlsx", "no-such"],
  "--sheet": ["1", "no such", ""],
  "--skip": ["1", "1e9", "-1", "x"],
  "--types": ["petal width=text", "species=number", "no such=text", "="],
  "--encoding": ["latin1", "utf-99"],
  "--delimiter": [",", "tab", "", ";;"],
  "--decimal": [",", ".", "x"],
  "--limit": ["rows=2", "cells=1e99", "rows", "width=1"],
  "--interval": ["0.9", "0", "1", "x"],
  "--abstain": ["0.5", "2"],
  "--sets": ["0.9", "0", "x"],
  "--keep": ["all", "none", "others", "some"],
  "--as": ["csv", "ndjson", "parquet", "arrow", "xls"],
  "--formulas": ["keep", "quote", "run"],
  "--out": ["out", "out.csv", "fuzz.csv", "model.json", "", "a/b/c.csv", "n".repeat(300)],
  "--onnx": ["model.onnx", "", "fuzz.csv"],
  "--seed": ["1", "-1", "1e99", "x"],
  "--memory": ["1", "0", "x"],
  "--priors": ["setosa=1", "x"],
  "--level": ["0.9", "7"],
};
const flags = ["--json", "--quiet", "--no-report", "--cautious", "--all", "--help", "--no-such", "--version"];

/** Command lines of known and unknown words over a damaged little table: an exit code that is documented, and never a stack trace. */
export const commandLines: Subject<CommandInput> = {
  generate(random) {
    const command = random.pick(commands);
    const words = [command, ...Array.from({ length: random.below(3) }, () => random.pick(files))];
    if (command === "fit") words.push("--target", "species", "--model", "lda", "--jobs", "1", "--no-report");
    for (let count = random.below(5); count > 0; count--) {
      const name = random.pick(Object.keys(options));
      words.push(...(random.next() < 0.2 ? [random.pick(flags)] : [name, random.pick(options[name])]));
    }
    return { words, table: tableText(random) };
  },
  async judge({ words, table }) {
    const folder = mkdtempSync(join(tmpdir(), "kernelbayes-fuzz-"));
    const before = process.cwd();
    process.chdir(folder);
    try {
      await writePosterior("model.json", fitSync(linearDiscriminant(), some, { target: "species" }));
      writeFileSync("fuzz.csv", table);
      return await verdictOfCommand(words);
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function verdictOfCommand(words: readonly string[]): Promise<Verdict> {
  let printed = "";
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams) stream.write = (text: string | Uint8Array) => ((printed += String(text)), true);
  try {
    const code = await runCommand(words);
    // Exit code 3, a computation that gave up, fails: these tables are easy.
    if (![0, 2, 4].includes(code)) throw new Error(`Exit code ${code}: ${printed.slice(0, 500)}`);
    if (/\n {4}at /.test(printed)) throw new Error(`A stack trace was printed: ${printed.slice(0, 500)}`);
    return code === 0 ? "valid" : "refused";
  } finally {
    streams.forEach((stream, at) => (stream.write = writes[at]));
  }
}

function tableText({ next, below, pick }: Random): string {
  const text = formatCsv(some);
  if (next() < 0.5) return text;
  const at = below(text.length);
  return (
    text.slice(0, at) +
    pick(["", ",", "\n", '"', "\u0000", "\u001b[31m", "x", "=1+1,", "1e999"]) +
    text.slice(at + below(20))
  );
}
