import { fractionOf } from "./share.ts";
import { progress, type OverallProgress, type ParallelRequest, type Progress, type SumRequest } from "./work.ts";

/** Reports the steps of one computation: the fraction never falls, and ends at 1. */
interface Follower {
  step(progress: Progress): void;
  /** What an executor reports about the inputs of a request. */
  request(request: ParallelRequest): RequestFollower;
  /** What share of the rows that are summed over has been read. */
  sum(request: SumRequest): (fraction: number) => void;
  /** The work has ended well. */
  end(): void;
}

interface RequestFollower {
  /** So many inputs are done. */
  readonly onProgress: (progress: Progress) => void;
  /** An input has come so far. */
  readonly onFraction: (input: number, fraction: number) => void;
}

export function follow(onProgress: ((progress: OverallProgress) => void) | undefined): Follower {
  let last: OverallProgress | undefined;
  let reached = 0;
  const step = (progress: Progress): void => {
    const fraction = fractionOf(progress);
    if (fraction > reached) reached = Math.min(1, fraction);
    last = { ...progress, fraction: reached };
    onProgress?.(last);
  };
  return {
    step,
    request: (request) => followRequest(request, step),
    sum: ({ stage, span: [from, to] = [0, 1] }) => {
      // Percents, so that a line of progress counts them.
      return (fraction) =>
        step({ ...progress(stage, Math.floor(100 * fraction), 100), fraction: from + (to - from) * fraction });
    },
    end() {
      if (last !== undefined && reached < 1) step({ ...last, fraction: 1 });
    },
  };
}

/** Inputs count by their weights and by how far each has come; by their number where an executor says nothing about single ones. */
function followRequest(
  { task, stage = task, inputs, weights = inputs.map(() => 1), span: [from, to] = [0, 1] }: ParallelRequest,
  report: (progress: Progress) => void,
): RequestFollower {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const fractions = new Float64Array(inputs.length);
  let isHeard = false;
  let done: Progress = { kind: "progress", stage, step: 0, of: inputs.length };
  const tell = (): void => {
    const part = isHeard
      ? fractions.reduce((sum, fraction, input) => sum + weights[input] * fraction, 0) / total
      : fractionOf(done);
    report({ ...done, fraction: from + (to - from) * part });
  };
  return {
    onProgress(progress) {
      done = { ...progress, stage };
      tell();
    },
    onFraction(input, fraction) {
      isHeard = true;
      fractions[input] = Math.min(1, Math.max(fractions[input], fraction));
      // An input that has ended is counted right after this.
      if (fraction < 1) tell();
    },
  };
}
