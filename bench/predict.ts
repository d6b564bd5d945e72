import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { fitSync } from "kernelbayes";
import { ringnorm } from "kernelbayes/data";
import { models, type ModelName } from "kernelbayes/models";
import { writePosterior } from "kernelbayes/node";
import { numberOf, UsageError, type Benchmark, type Row } from "./benchmark.ts";
import { rounded } from "./cpuTime.ts";
import { callsTitle, predictCalls } from "./predictCalls.ts";
import { atMost, verdictRow, type Verdict } from "./verdict.ts";

const command = fileURLToPath(new URL("dist/kernelbayes.js", import.meta.resolve("@kernelbayes/cli/package.json")));
const usualCalls = "lda,logistic,lssvm,gpc,bfd,svc,bkpc,auto";
const megabyte = 2 ** 20;
const memoryLimit = 500;

/** The command `kernelbayes predict` on a table that is generated, from a file of CSV to a file of CSV. */
export const predict: Benchmark = {
  description:
    "predicts a million rows of 20 columns from CSV to CSV by the command itself, and times single calls of predict",
  options: {
    rows: "rows to predict (1000000); 0 leaves the command out",
    models: "names of models, separated by commas (rda,lssvm)",
    train: "rows that the models are fitted to (1000)",
    calls: "names of models whose calls are timed, or none (lda,logistic,lssvm,gpc,bfd,svc,bkpc,auto)",
    engine: "engine (the fastest present)",
  },
  async run({ rows = "1000000", models: names = "rda,lssvm", train = "1000", calls = usualCalls, engine }) {
    const called = calls === "none" ? [] : predictCalls(calls.split(",").map(known), engine);
    const ofCalls = { title: callsTitle, rows: called };
    const callNotes = ["The fastest of seven repeats counts; posteriors are loaded from their documents first."];
    if (rows === "0") return { ...ofCalls, notes: callNotes };
    const count = numberOf(rows, "rows");
    const trained = numberOf(train, "train");
    const folder = await mkdtemp(join(tmpdir(), "kernelbayes-predict-"));
    try {
      const input = join(folder, "rows.csv");
      await writeRows(input, count);
      const results: Row[] = [];
      const verdicts: Verdict[] = [];
      for (const name of names.split(",").map(known)) {
        const model = join(folder, `${name}.json`);
        const table = ringnorm({ rows: trained, seed: 1 });
        await writePosterior(model, fitSync(models[name].create(), table, { target: "class" }));
        const output = join(folder, `${name}.csv`);
        const { seconds, processor, memory } = await measured(
          ["predict", model, input, "--out", output, "--quiet"],
          engine,
        );
        results.push({
          model: name,
          rows: count,
          "rows/s": Math.round(count / seconds),
          "rows/CPU s": Math.round(count / processor),
          "peak MB": Math.round(memory / megabyte),
          "in MB": Math.round((await stat(input)).size / megabyte),
          "out MB": Math.round((await stat(output)).size / megabyte),
        });
        verdicts.push(atMost(`peak memory in MB, ${name}`, rounded(memory / megabyte), memoryLimit));
        await rm(output);
      }
      return {
        title: `kernelbayes predict: ${count} rows × 20 columns (ringnorm), CSV to CSV, models fitted to ${trained} rows`,
        rows: results,
        more: [
          { title: "What was asked for", rows: verdicts.map(verdictRow) },
          ...(called.length > 0 ? [{ ...ofCalls, notes: callNotes }] : []),
        ],
        notes: [
          "Seconds are those of the whole command, from its start to its end. Memory is the largest resident set of its process.",
          "Rows per second vary with whatever else the machine does; rows per CPU second less so.",
        ],
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

function known(name: string): ModelName {
  if (Object.hasOwn(models, name)) return name as ModelName;
  throw new UsageError(`There is no model "${name}".`);
}

/** Rows of ringnorm as CSV with four decimals, drawn in blocks. */
async function writeRows(path: string, count: number): Promise<void> {
  const block = 10_000;
  function* parts(): Generator<string> {
    for (let first = 0; first < count; first += block) {
      const { columns } = ringnorm({ rows: Math.min(block, count - first), seed: 2 + first / block });
      const numbers = columns.flatMap((column) => (column.type === "number" ? [column] : []));
      if (first === 0) yield `${numbers.map(({ name }) => name).join(",")}\n`;
      let text = "";
      for (let row = 0; row < Math.min(block, count - first); row++) {
        text += `${numbers.map(({ values }) => values[row].toFixed(4)).join(",")}\n`;
      }
      yield text;
    }
  }
  await pipeline(Readable.from(parts()), createWriteStream(path));
}

interface Measured {
  readonly seconds: number;
  /** CPU seconds. */
  readonly processor: number;
  /** Bytes of the largest resident set. */
  readonly memory: number;
}

/** Runs the command as a process of its own and watches it. */
function measured(words: readonly string[], engine: string | undefined): Promise<Measured> {
  const report = "process.on('exit',()=>process.stderr.write('\\n'+JSON.stringify(process.resourceUsage())))";
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(report)}`, command, ...words],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, ...(engine !== undefined && { KERNELBAYES_ENGINE: engine }) },
    },
  );
  let said = "";
  child.stderr.on("data", (part) => (said += part));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      const seconds = (performance.now() - began) / 1000;
      if (status !== 0) {
        reject(new Error(`The command ended with exit code ${status}: ${said}`));
        return;
      }
      const usage = JSON.parse(said.trimEnd().split("\n").at(-1)!) as NodeJS.ResourceUsage;
      resolve({
        seconds,
        processor: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
        memory: 1024 * usage.maxRSS,
      });
    });
  });
}
