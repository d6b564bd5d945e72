// Answers each line of its input by predicting the batch of a file, from the bytes of JSON to those of the answer.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { readPosterior } from "kernelbayes/node";

const [model, body] = process.argv.slice(2);
const posterior = await readPosterior(model);
const bytes = readFileSync(body);

for await (const _ of createInterface({ input: process.stdin })) {
  const [start, began] = [performance.now(), process.cpuUsage()];
  const { rows } = JSON.parse(bytes.toString()) as { rows: object[] };
  const predictions = posterior.predict(rows, { intervals: false }).toRows();
  const answer = Buffer.from(JSON.stringify({ model: "library", version: "1", predictions }));
  const { user, system } = process.cpuUsage(began);
  console.log(JSON.stringify({ wall: performance.now() - start, cpu: (user + system) / 1000, bytes: answer.length }));
}
