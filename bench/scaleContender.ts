// A fit for bench/scale.ts in a process of its own, so that its CPU time and its peak of memory are those of this fit alone.
// Words: the model as JSON, the Parquet file of the training rows, how ("chunks", "memory" or the address of a cluster), rows to test on.
import { fit, tableFromColumns, type Posterior, type Table } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { modelFromDocument, type ModelDocument } from "kernelbayes/models";
import { clusterAddress, clusterExecutor } from "@kernelbayes/cluster";
import { fitChunks } from "kernelbayes/chunks";
import { readTable, tableChunks } from "kernelbayes/node";
import { createHash } from "node:crypto";
import { scaleRows } from "./scaleTable.ts";

const [document, file, how, tested] = process.argv.slice(2);
const model = modelFromDocument(JSON.parse(document) as ModelDocument);
const options = { target: "y", seed: 1 } as const;

async function fitted(): Promise<Posterior> {
  if (how === "memory") return fit(model, await readTable(file), options);
  if (how === "chunks") return fitChunks(model, tableChunks(file), options);
  const executor = await clusterExecutor({ address: clusterAddress(how), engine: selectEngine().name });
  try {
    return await fitChunks(model, tableChunks(file), { ...options, engine: executor.engine, executor });
  } finally {
    await executor.close();
  }
}

const began = process.cpuUsage();
const beganAt = performance.now();
const posterior = await fitted();
const { user, system } = process.cpuUsage(began);
const wallSeconds = (performance.now() - beganAt) / 1000;
const peakMegabytes = process.resourceUsage().maxRSS / 1024;

let [logLoss, errors, count] = [0, 0, 0];
for (let group = 0; count < Number(tested); group++) {
  // Other seeds than those of training rows.
  const { X, labels } = scaleRows(10_000, 1_000_003, group);
  const rows: Table = tableFromColumns(Object.fromEntries(X.map((values, j) => [`x${j}`, values])));
  const { logProbabilities } = posterior.predict(rows, { intervals: false });
  labels.forEach((label, i) => {
    const log = logProbabilities.data[2 * i + label];
    logLoss -= log;
    if (log < Math.log(0.5)) errors++;
  });
  count += labels.length;
}
const digest = createHash("sha256").update(JSON.stringify(posterior.toDocument())).digest("hex").slice(0, 16);
console.log(
  JSON.stringify({
    cpuSeconds: (user + system) / 1e6,
    wallSeconds,
    peakMegabytes,
    logLoss: logLoss / count,
    errorRate: errors / count,
    engine: posterior.engine,
    digest,
  }),
);
