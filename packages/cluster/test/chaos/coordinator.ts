// A program that shares work out and may be killed: it keeps every result in a file, and goes on from there when it is started again.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { jobOf, runJobs, type JobOutcome } from "@kernelbayes/experiment";
import { clusterAddress } from "../../src/address.ts";
import { clusterExecutor } from "../../src/coordinator/clusterExecutor.ts";
import type { ChaosJob, ChaosPlan } from "./plan.ts";

const { url, service, file, count, milliseconds, note } = JSON.parse(process.argv[2]) as ChaosPlan;
const executor = await clusterExecutor({
  address: clusterAddress(url),
  service,
  onNotice: (notice) => void process.stderr.write(`coordinator: ${notice}\n`),
});
// Every job needs one of three sets of rows, which are large enough to travel by themselves.
const rows = [1, 2, 3].map((value) => ({ data: new Float64Array(20_000).fill(value) }));
const jobs = Array.from({ length: count }, (_, number) => {
  const input: ChaosJob = { number, milliseconds, note, rows: rows[number % rows.length] };
  return jobOf({ number }, { task: "chaos", input, shared: ["rows"] });
});
const finished = (): ReadonlySet<string> => {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  // The last line of a program that was killed may be cut off.
  return new Set(lines.slice(0, -1).map((line) => (JSON.parse(line) as { key: string }).key));
};
const line = (outcome: JobOutcome): string =>
  `${JSON.stringify({ key: outcome.job.key, output: outcome.status === "done" ? outcome.output : outcome.message })}\n`;
await runJobs({
  jobs,
  store: {
    finished: async () => finished(),
    append: async (outcomes) => appendFileSync(file, outcomes.map(line).join("")),
  },
  executor,
  clock: () => performance.now() / 1000,
});
await executor.close();
