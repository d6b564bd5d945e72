import { selectEngine } from "kernelbayes/engine";
import { durationText } from "@kernelbayes/experiment";
import { counts } from "./counts.ts";
import { engineSpeed } from "./engineSpeed.ts";
import type { KeptResults } from "./keptResults.ts";
import { markdownTable } from "./markdown.ts";
import type { Paper, ReproduceSettings, Study } from "./paper.ts";
import { keptRows, operationsIn } from "./runStudies.ts";

/** What will be run and about how long it takes, from the operations and the speed of the engine here. */
export function estimateText(
  chosen: readonly Paper[],
  studies: readonly Study[],
  { engine, partitions }: ReproduceSettings,
  workers: number,
): string {
  const { all, timed } = operationsIn(studies);
  const seconds = (timed + (all - timed) / workers) / engineSpeed(selectEngine(engine));
  return (
    `${counts(studies.length, "table")} and figures of ${chosen.map(({ name }) => name).join(", ")}, up to ` +
    `${counts(partitions, "partition")}, with ${counts(workers, "worker")} on ${engine}: about ${durationText(seconds)}, to within ` +
    "a factor of a few, less what earlier runs have kept."
  );
}

/** Each table and figure of the papers: how many results it asks for, how many are kept, and about how long one worker takes for all of them. */
export function estimateTable(chosen: readonly Paper[], settings: ReproduceSettings, kept: KeptResults): string {
  const speed = engineSpeed(selectEngine(settings.engine));
  const rows = chosen.flatMap((paper) =>
    paper.studies(settings).map((study) => {
      const found = keptRows(study, kept);
      const keys = new Set(study.stages.flatMap((stage) => stage.jobs(found)).map(({ key }) => key));
      return {
        paper: paper.name,
        "table or figure": study.title,
        results: keys.size,
        kept: found.length,
        "minutes of one worker": minutesText(operationsIn([study]).all / speed / 60),
      };
    }),
  );
  return markdownTable(rows);
}

function minutesText(minutes: number): string {
  return minutes < 0.1 ? "" : minutes.toFixed(minutes < 10 ? 1 : 0);
}
