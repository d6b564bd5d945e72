import { iris, selectRows } from "kernelbayes";
import { driftMonitor } from "kernelbayes/evaluate";
import { expect, test } from "vitest";
import { driftWindow } from "../../src/monitor/driftWindow.ts";
import { irisFront } from "../testModels.ts";

const rows = (first: number, count: number): ReturnType<typeof iris> =>
  selectRows(
    iris(),
    Int32Array.from({ length: count }, (_, at) => first + at),
  );

test("the report is that of the rows of the window", () => {
  let now = 1000;
  const window = driftWindow(irisFront, 120, () => now);
  window.add(rows(0, 50));
  now += 15;
  const other = driftMonitor(irisFront, { together: false });
  other.add(rows(50, 30));
  window.addCounts(other.counts());
  const both = driftMonitor(irisFront, { together: false });
  both.add(rows(0, 80));
  expect(window.report()).toEqual({ ...both.drift(), seconds: 15 });
});

test("rows leave when the window has passed them, a twelfth of it later at most", () => {
  let now = 0;
  const window = driftWindow(irisFront, 120, () => now);
  const rowsAt = (time: number): number => {
    now = time;
    return window.report().rows;
  };
  window.add(rows(0, 10));
  now = 65;
  window.add(rows(10, 5));
  expect(rowsAt(119)).toBe(15);
  expect(rowsAt(131)).toBe(5);
  expect(rowsAt(179)).toBe(5);
  expect(rowsAt(195)).toBe(0);
  now = 1e6;
  window.add(rows(0, 1));
  expect(window.report()).toMatchObject({ rows: 1, seconds: 120 });
});
