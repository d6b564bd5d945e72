// A run that a test can kill: node --import tsx killable.ts STORE JOBS LOG. Each execution of a job adds its number to LOG.
import { appendFileSync } from "node:fs";
import { serialExecutor } from "kernelbayes/executors";
import { type Work } from "kernelbayes/progress";
import type { Experiment, Measured } from "../../src/node/experiment.ts";
import { openResultStore } from "../../src/node/resultStore.ts";
import { runJobs } from "../../src/runJobs.ts";
import { measured, sampleJob } from "./samples.ts";

const [directory, count, log] = process.argv.slice(2);

/** Takes some milliseconds, now more, now less, and says that it ran. */
// oxlint-disable-next-line require-yield
function* experiment({ partition }: Experiment): Work<Measured> {
  appendFileSync(log, `${partition}\n`);
  const until = performance.now() + (partition % 4);
  while (performance.now() < until);
  return { ...measured, errorRate: Math.sin(partition) ** 2, seconds: performance.now() };
}

const store = await openResultStore(directory, { code: "c0de", mostParts: 4 });
process.stdout.write("open\n");
const jobs = Array.from({ length: Number(count) }, (_, index) => sampleJob(index + 1));
const executor = serialExecutor({ experiment });
await runJobs({ jobs, store, executor, clock: () => performance.now() / 1000 });
await store.close();
