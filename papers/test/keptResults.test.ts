import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Executor } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { bfdTable } from "../src/bfd/tables.ts";
import { keepResults, noResults, readKeptResults } from "../src/keptResults.ts";
import type { Study } from "../src/paper.ts";
import { readPublished } from "../src/published.ts";
import { runStudies, type RunStudiesOptions } from "../src/runStudies.ts";
import { temporaryFolder } from "./folders.ts";
import { here, paperData } from "./samples.ts";

/** The printed table of one figure, and a study of it by the number of partitions. */
function studies(): (partitions: number) => Study {
  const directory = paperData([
    { source: "pena2006", table: "Table 2", method: "LDA", metric: "auc", dataset: "banana", mean: 60, std: 5 },
  ]);
  const published = readPublished(directory) ?? [];
  return (partitions) =>
    bfdTable({ directory, partitions, isQuick: true, seed: 1, engine: selectEngine().name, published });
}

const options = (more: Partial<RunStudiesOptions> = {}): RunStudiesOptions => ({
  directory: temporaryFolder(),
  fresh: false,
  executor: here,
  stream: { write: () => true },
  ...more,
});

/** An executor that counts what it is given. */
function counting(): { readonly executor: () => Executor; readonly count: () => number } {
  let count = 0;
  const executor = (): Executor => {
    const own = here();
    return { ...own, map: (name, inputs, ...more) => ((count += inputs.length), own.map(name, inputs, ...more)) };
  };
  return { executor, count: () => count };
}

test("results that were kept are not computed again, make the same page, and only what is missing is run", async () => {
  const kept = temporaryFolder();
  const studyOf = studies();
  const study = studyOf(2);
  const first = await runStudies([study], options());
  keepResults(kept, first.rows.flat());
  const none = counting();
  const second = await runStudies([study], options({ kept: readKeptResults(kept), executor: none.executor }));
  expect(none.count()).toBe(0);
  expect(study.part(second.rows[0]).text).toBe(study.part(first.rows[0]).text);

  const few = counting();
  const one = studyOf(1);
  const alone = temporaryFolder();
  keepResults(alone, (await runStudies([one], options())).rows.flat());
  await runStudies([study], options({ kept: readKeptResults(alone), executor: few.executor }));
  expect(few.count()).toBe(1);
});

test("files are compact, the same for the same results, and grow by what is new", async () => {
  const { rows } = await runStudies([studies()(2)], options());
  const [one, both] = [temporaryFolder(), temporaryFolder()];
  keepResults(one, rows.flat());
  const [name] = readdirSync(one);
  expect(name).toBe("banana.jsonl.gz");
  keepResults(both, rows.flat().slice(0, 1));
  expect(readKeptResults(both).count).toBe(1);
  keepResults(both, rows.flat().slice(1));
  expect(readFileSync(join(both, name))).toEqual(readFileSync(join(one, name)));
  expect(readFileSync(join(one, name)).length).toBeLessThan(1000 * rows.flat().length);
});

test("failures are not kept, a folder that is missing has no results, and a damaged file is named", async () => {
  const { rows } = await runStudies([studies()(2)], options());
  const folder = temporaryFolder();
  keepResults(
    folder,
    rows.flat().map((row) => ({ ...row, status: "failed" as const })),
  );
  expect(readdirSync(folder)).toEqual([]);
  expect(readKeptResults(join(folder, "missing")).count).toBe(noResults.count);
  writeFileSync(join(folder, "banana.jsonl.gz"), "no archive");
  expect(() => readKeptResults(folder)).toThrow(/banana\.jsonl\.gz cannot be read/);
});
