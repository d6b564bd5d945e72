import { timeLeft, type OverallProgress } from "kernelbayes/progress";
import { durationText } from "@kernelbayes/experiment";

/** Tells how far long work has come. */
export interface ProgressLine {
  /** Names the part of the work that begins, "fitting auto", and the seconds that it may take if it has a budget. */
  begin(title: string, budget?: number): void;
  /** Takes in a step; to be given to `fit` and its like as `onProgress`. */
  readonly onProgress: (progress: OverallProgress) => void;
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
 * Shows progress on a terminal in one line that is drawn anew, with the percentage that is done, the time that has passed and the time
 * that is left of the present part; elsewhere in plain lines, one at the beginning of each part and then one every ten seconds.
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
  let last: OverallProgress | undefined;
  let left = timeLeft();
  let told = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const tell = (): void => {
    const now = clock();
    told = now;
    const seconds = now - began;
    const estimate = last && left(last.fraction, seconds);
    const text = describe(title, last, seconds, Math.min(estimate ?? Infinity, Math.max(0, budget - seconds)));
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
      left = timeLeft();
      began = clock();
      tell();
      // While workers compute, the time goes on in the line.
      if (isTerminal) timer = setInterval(tell, 1000).unref();
    },
    onProgress(step) {
      if (isSilent || title === "") return;
      last = step;
      if (clock() - told >= (isTerminal ? pauses.terminal : pauses.elsewhere)) tell();
    },
    end: clear,
  };
}

/** The line: what is done, how far it is, how long it took, and how long it will take. */
function describe(title: string, step: OverallProgress | undefined, seconds: number, left: number): string {
  if (step === undefined) return seconds < 1 ? `${title} …` : `${title} …, ${durationText(seconds)}`;
  const stage = Object.hasOwn(words, step.stage) ? words[step.stage] : step.stage;
  return [
    `${title}: ${Math.floor(100 * step.fraction)} %, ${stage} ${step.step} of ${step.of}`,
    ...(seconds >= 1 ? [durationText(seconds)] : []),
    // Of the first moments nothing can be concluded.
    ...(seconds >= 1 && left >= 0.5 && left < Infinity ? [`about ${durationText(left)} left`] : []),
  ].join(", ");
}

function clipped(text: string, columns: number | undefined): string {
  return columns !== undefined && columns > 0 && text.length >= columns ? `${text.slice(0, columns - 2)}…` : text;
}
