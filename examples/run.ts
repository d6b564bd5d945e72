// npx tsx examples/run.ts 01 runs the first example; without a number, all of them in turn.
import { readdirSync } from "node:fs";

type Example = { main(print: (line: string) => void): Promise<void> };

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const wanted = process.argv[2] ?? "";
const files = readdirSync(import.meta.dirname).filter((file) => /^\d\d-/.test(file) && file.startsWith(wanted));
if (files.length === 0) throw new Error(`There is no example "${wanted}".`);
for (const file of files) {
  print(`== ${file}`);
  await ((await import(`./${file}`)) as Example).main(print);
}
