import type { Progress } from "kernelbayes";
import { durationText } from "@kernelbayes/experiment";

/** Tells how far long work has come. */
export interface ProgressLine {
  /** Names the part of the work that begins, "fitting auto", and the seconds that it may take if it has a budget. */
  begin(title: string, budget?: number): void;
  /** Takes in a step; to be given to `fit` and its like as `onProgress`. */
  readonly onProgress: (progress: Progress) => void;
  /** The work is over, or something else is to be printed: clears the line. */
  end(): void;
}

export interface ProgressLineOptions {
  /** Nothing is told at all: with --quiet and --json. */
  readonly isSilent?: boolean | undefined;
  readonly stream?: ProgressStream;
  /** In seconds. */
  readonly clock?: () => number;
}

/** Where progress is told. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Seconds between two drawings of the line on a terminal, and between two lines elsewhere. */
const pauses = { terminal: 0.1, elsewhere: 10 };

/** The tasks that work is shared out by, in words. */
const words: Readonly<Record<string, string>> = {
  fold: "folds",
  machine: "pairs of classes",
  chain: "chains",
  member: "candidates",
  start: "starts",
};

/**
 * Tells progress on a terminal in one line that is drawn anew, with the time that has passed and the time that is left of the present
 * stage; elsewhere in plain lines, one at the beginning of each part and then one every ten seconds.
 */
export function progressLine({
  isSilent = false,
  stream = process.stderr,
  clock = () => performance.now() / 1000,
}: ProgressLineOptions = {}): ProgressLine {
  const isTerminal = stream.isTTY === true && process.env.TERM !== "dumb";
  let title = "";
  let began = 0;
  let budget = Infinity;
  let last: Progress | undefined;
  let stageBegan = 0;
  let heard = 0;
  let told = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const tell = (): void => {
    const now = clock();
    told = now;
    const text = describe(title, last, { part: now - began, stage: now - stageBegan }, budget);
    stream.write(isTerminal ? `\r\u001b[K${clipped(text, stream.columns)}` : `${text}\n`);
  };
  const clear = (): void => {
    clearInterval(timer);
    timer = undefined;
    if (isTerminal && title !== "") stream.write("\r\u001b[K");
    title = "";
  };
  return {
    begin(name, seconds = Infinity) {
      if (isSilent) return;
      clear();
      title = name;
      budget = seconds;
      last = undefined;
      began = stageBegan = heard = clock();
      tell();
      // While workers compute, the time goes on in the line.
      if (isTerminal) timer = setInterval(tell, 1000).unref();
    },
    onProgress(step) {
      if (isSilent || title === "") return;
      // The first step of a stage took the time since the last one of the stage before.
      if (last !== undefined && (last.stage !== step.stage || step.step < last.step)) stageBegan = heard;
      heard = clock();
      last = step;
      if (clock() - told >= (isTerminal ? pauses.terminal : pauses.elsewhere)) tell();
    },
    end: clear,
  };
}

/** The line: what is done, how far it is, how long it took, and how long it will take. */
function describe(
  title: string,
  step: Progress | undefined,
  seconds: { readonly part: number; readonly stage: number },
  budget: number,
): string {
  if (step === undefined) return seconds.part < 1 ? `${title} …` : `${title} …, ${durationText(seconds.part)}`;
  const stage = Object.hasOwn(words, step.stage) ? words[step.stage] : step.stage;
  const left = Math.min(
    step.step > 0 ? (seconds.stage * (step.of - step.step)) / step.step : Infinity,
    Math.max(0, budget - seconds.part),
  );
  return [
    `${title}: ${stage} ${step.step} of ${step.of}`,
    ...(seconds.part >= 1 ? [durationText(seconds.part)] : []),
    // Of the first moments nothing can be concluded.
    ...(seconds.stage >= 1 && left >= 0.5 && left < Infinity ? [`about ${durationText(left)} left`] : []),
  ].join(", ");
}

function clipped(text: string, columns: number | undefined): string {
  return columns !== undefined && columns > 0 && text.length >= columns ? `${text.slice(0, columns - 2)}…` : text;
}
