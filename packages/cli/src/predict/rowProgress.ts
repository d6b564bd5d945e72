import type { ProgressStream } from "../progress/progressLine.ts";

export interface RowProgressOptions {
  /** Nothing is told at all. */
  readonly isSilent: boolean;
  readonly stream?: ProgressStream;
  /** In seconds. */
  readonly clock?: () => number;
}

/** Seconds between two drawings of the line on a terminal, and between two lines elsewhere. */
const pauses = { terminal: 0.2, elsewhere: 10 };

/**
 * Tells how many rows are done, and how many a second, of a table whose length is not known: on a terminal in one line that is drawn
 * anew, elsewhere in a line every ten seconds. `end` clears the line.
 */
export function rowProgress({
  isSilent,
  stream = process.stderr,
  clock = () => performance.now() / 1000,
}: RowProgressOptions): { readonly step: (rows: number) => void; readonly end: () => void } {
  const isTerminal = stream.isTTY === true && process.env.TERM !== "dumb";
  const began = clock();
  let told = began;
  let isShown = false;
  return {
    step(rows) {
      const now = clock();
      if (isSilent || now - told < (isTerminal ? pauses.terminal : pauses.elsewhere)) return;
      told = now;
      isShown = isTerminal;
      const text = `predicted ${rows} rows, ${rate(rows, now - began)}`;
      stream.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end() {
      if (isShown) stream.write("\r\u001b[K");
    },
  };
}

/** "81000 rows per second", to two digits. */
export function rate(rows: number, seconds: number): string {
  return `${Number((rows / Math.max(seconds, 1e-3)).toPrecision(2))} rows per second`;
}
