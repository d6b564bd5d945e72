import { driftMonitor, type Drift, type DriftCounts, type DriftMonitor } from "kernelbayes/evaluate";
import type { RowsToPredict } from "kernelbayes/predict";
import type { ModelFront } from "../models/modelFront.ts";

/** Counts the rows of the last while, and compares them with the training rows. Rows themselves are not kept. */
export interface DriftWindow {
  add(rows: RowsToPredict): void;
  addCounts(counts: DriftCounts): void;
  report(): WindowedDrift;
}

/** Drift with the time that it is about. */
interface WindowedDrift extends Drift {
  /** Seconds until now in which the rows came. */
  readonly seconds: number;
}

/** The window moves in steps of a twelfth of its length. */
const steps = 12;

/** Compares whole rows not at all: that takes longer than many a prediction. */
const columnsAlone = { together: false } as const;

export function driftWindow(
  front: ModelFront,
  seconds: number,
  clock: () => number = () => performance.now() / 1000,
): DriftWindow {
  const step = seconds / steps;
  const past: { readonly end: number; readonly counts: DriftCounts }[] = [];
  const began = clock();
  let current: DriftMonitor = driftMonitor(front, columnsAlone);
  let currentEnd = began + step;

  /** Begins a new step where the last one is over, and forgets what is older than the window. */
  const turn = (): void => {
    const now = clock();
    if (now >= currentEnd) {
      const counts = current.counts();
      if (counts.rows > 0) past.push({ end: currentEnd, counts });
      current = driftMonitor(front, columnsAlone);
      currentEnd += step * (Math.floor((now - currentEnd) / step) + 1);
    }
    while (past.length > 0 && past[0].end <= now - seconds) past.shift();
  };

  return {
    add(rows) {
      turn();
      current.add(rows);
    },
    addCounts(counts) {
      turn();
      current.addCounts(counts);
    },
    report() {
      turn();
      const all = driftMonitor(front, columnsAlone);
      for (const { counts } of past) all.addCounts(counts);
      all.addCounts(current.counts());
      return { ...all.drift(), seconds: Math.min(seconds, clock() - began) };
    },
  };
}
