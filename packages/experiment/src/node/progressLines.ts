import { durationText } from "../durationText.ts";
import type { JobProgress } from "../runJobs.ts";
import type { Experiment } from "./experiment.ts";

export interface ProgressLinesOptions {
  readonly title: string;
  readonly stream: { readonly isTTY?: boolean; write(text: string): unknown };
  /** In seconds. */
  readonly clock: () => number;
}

/** Seconds between two lines where they cannot be written over each other. */
const pause = 10;

/** Tells the progress of a run: on a terminal in one line that changes, elsewhere in a line every ten seconds. */
export function progressLines({
  title,
  stream,
  clock,
}: ProgressLinesOptions): (progress: JobProgress<Experiment>) => void {
  let last = -Infinity;
  return (progress) => {
    const isEnd = progress.done === progress.of;
    if (stream.isTTY) {
      stream.write(`\r\u001b[K${title}: ${describe(progress)}${isEnd ? "\n" : ""}`);
    } else if (isEnd || clock() - last >= pause) {
      last = clock();
      stream.write(`${title}: ${describe(progress)}\n`);
    }
  };
}

function describe({ done, of, resumed, failed, secondsLeft, outcome }: JobProgress<Experiment>): string {
  const { dataset, partition, method } = outcome?.job.identity ?? {};
  return [
    `${done} of ${of} done`,
    ...(resumed > 0 ? [`${resumed} from before`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(secondsLeft !== undefined && done < of ? [`about ${durationText(secondsLeft)} left`] : []),
    ...(outcome && done < of ? [`last ${dataset} ${partition} ${method}`] : []),
  ].join(", ");
}
