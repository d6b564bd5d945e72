import type { Engine } from "../engine.ts";
import type { Matrix } from "../matrix.ts";
import { requireShape, requireSquare } from "../reference/requireShape.ts";
import type { Instance } from "./loadInstance.ts";

/** Rows that the module solves for together. */
const width = 8;

/** |L⁻¹q|² for one L, packed into the memory of an instance of its own. */
export function solvedSquares({ another }: Instance): Required<Pick<Engine, "solvedSquares">> {
  return {
    solvedSquares(lower) {
      const n = requireSquare(lower, "solvedSquares");
      const { exports, workspace } = another();
      const entries = packed(lower);
      const filled = Math.ceil(n / width) * width;
      const l = workspace.keep(entries.length);
      const x = workspace.keep(filled);
      workspace.write(l, entries);
      return (q) => {
        requireShape(q.length === n, `A ${n} × ${n} factor cannot be solved for a vector of length ${q.length}.`);
        workspace.write(x, q);
        if (filled > n) workspace.write(x + 8 * n, new Float64Array(filled - n));
        return exports.solvedSquare(l, x, filled);
      };
    },
  };
}

/** The lower triangle as `assembly/solvedSquare.ts` reads it. */
function packed({ data, rows: n }: Matrix): Float64Array {
  const groups = Math.ceil(n / width);
  const result = new Float64Array((width ** 2 * groups * (groups - 1)) / 2 + (groups * width * (width + 1)) / 2);
  for (let first = 0, at = 0; first < n; first += width) {
    const present = Math.min(width, n - first);
    for (let j = 0; j < first; j++, at += width) {
      for (let i = 0, from = first * n + j; i < present; i++, from += n) result[at + i] = data[from];
    }
    for (let i = 0; i < width; i++) {
      const start = (first + i) * n + first;
      if (i < present) result.set(data.subarray(start, start + i + 1), at);
      else result[at + i] = 1;
      at += i + 1;
    }
  }
  return result;
}
