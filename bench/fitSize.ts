import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selectRows, type Posterior, type Table } from "kernelbayes";
import { writePosterior } from "kernelbayes/node";

/** What it takes to keep a fit and to ask it. */
export interface FitSize {
  /** Megabytes of the file that `kernelbayes fit` writes, with what intervals need and without. */
  readonly file: number;
  readonly fileWithoutIntervals: number;
  /** Milliseconds for one row: the median of many calls, probabilities alone and with intervals. */
  readonly row: number;
  readonly rowWithIntervals: number;
  /** The largest memory of the process so far, in megabytes. */
  readonly peakMemory: number;
}

/** Calls that warm up, and calls that are timed. */
const [warm, timed] = [200, 400];

/** Writes a fit to files and asks it for single rows. */
export async function fitSize(posterior: Posterior, rows: Table): Promise<FitSize> {
  const peakMemory = process.resourceUsage().maxRSS / 1024;
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-size-"));
  try {
    const size = async (intervals: boolean): Promise<number> => {
      const file = join(folder, `${intervals}.model`);
      await writePosterior(file, posterior, { intervals });
      return statSync(file).size / 1e6;
    };
    const single = Array.from({ length: 50 }, (_, at) => selectRows(rows, Int32Array.of(at % rows.rows)));
    return {
      file: await size(true),
      fileWithoutIntervals: await size(false),
      row: medianTime(single, (each) => posterior.predict(each, { intervals: false })),
      rowWithIntervals: medianTime(single, (each) => posterior.predict(each)),
      peakMemory,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function medianTime(rows: readonly Table[], ask: (row: Table) => unknown): number {
  for (let k = 0; k < warm; k++) ask(rows[k % rows.length]);
  const times = Array.from({ length: timed }, (_, k) => {
    const start = performance.now();
    ask(rows[k % rows.length]);
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[timed >> 1];
}
