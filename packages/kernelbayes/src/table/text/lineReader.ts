import { checkLimit, type TableLimits } from "../limits.ts";

/** Takes a text in pieces and hands over its lines. */
export interface LineReader {
  read(piece: string): void;
  end(): void;
}

/**
 * Cuts a text that comes in pieces into lines, which end in LF, CRLF or CR, and hands them over without their ends and with
 * their numbers, counted from 1. A text that ends in a line end has no further, empty line.
 */
export function lineReader(limits: TableLimits, onLine: (line: string, number: number) => void): LineReader {
  let pending: string[] = []; // the beginning of the next line, in pieces
  let length = 0; // of these
  let number = 0;
  let endedInReturn = false;

  const keep = (piece: string): void => {
    length += piece.length;
    const line = number + 1;
    if (length > limits.lineLength) checkLimit(limits, "lineLength", length, `Line ${line}`, { line });
    pending.push(piece);
  };
  const hand = (end: string): void => {
    keep(end);
    const line = pending.length === 1 ? end : pending.join("");
    pending = [];
    length = 0;
    onLine(line, ++number);
  };

  return {
    read(piece) {
      if (piece === "") return;
      let start = endedInReturn && piece.charCodeAt(0) === 10 ? 1 : 0;
      endedInReturn = piece.charCodeAt(piece.length - 1) === 13;
      const lineEnd = /\r\n|\r|\n/g;
      lineEnd.lastIndex = start;
      for (let match = lineEnd.exec(piece); match !== null; match = lineEnd.exec(piece)) {
        hand(piece.slice(start, match.index));
        start = lineEnd.lastIndex;
      }
      if (start < piece.length) keep(piece.slice(start));
    },
    end() {
      if (pending.length > 0) hand("");
    },
  };
}
