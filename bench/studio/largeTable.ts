import { stream } from "kernelbayes/numeric";
import { atMost } from "../verdict.ts";
import { median } from "../cpuTime.ts";
import { dropTable, openStudio, type StudioPart } from "./studioPart.ts";

const [rows, columns, steps] = [10_000, 50, 200];
/** Milliseconds until the table is profiled, and of a frame while one scrolls. */
const [mostProfile, mostFrame] = [3000, 50];

/** A large table is dropped and checked, and scrolled down. */
export const largeTable: StudioPart = async (settings) => {
  const csv = largeCsv();
  const profiled: number[] = [];
  const longest: number[] = [];
  const usual: number[] = [];
  for (let repeat = 0; repeat < settings.repeats; repeat++) {
    const page = await openStudio(settings);
    profiled.push(await dropTable(page, csv));
    const frames = await page.evaluate(async (count) => {
      const grid = document.querySelector('[role="grid"]')!;
      const frame: number[] = [];
      let before = await new Promise<number>(requestAnimationFrame);
      for (let step = 1; step <= count; step++) {
        grid.scrollTop = (step / count) * (grid.scrollHeight - grid.clientHeight);
        const now = await new Promise<number>(requestAnimationFrame);
        frame.push(now - before);
        before = now;
      }
      return frame;
    }, steps);
    longest.push(Math.max(...frames));
    usual.push(median(frames));
    await page.context().close();
  }
  return {
    verdicts: [
      atMost(`${rows} × ${columns} dropped and profiled, ms`, median(profiled), mostProfile),
      atMost(`longest frame of ${steps} scroll steps, ms`, Math.max(...longest), mostFrame),
    ],
    sections: [
      {
        title: `A table of ${rows} × ${columns}, ${(csv.length / 1e6).toFixed(1)} MB of CSV`,
        rows: profiled.map((time, run) => ({
          run: run + 1,
          "profiled, ms": Math.round(time),
          "median frame, ms": usual[run].toFixed(1),
          "longest frame, ms": longest[run].toFixed(1),
        })),
        notes: ["From the drop to the first frame with rows, histograms and findings: reading, checking and drawing."],
      },
    ],
  };
};

function largeCsv(): string {
  const draws = stream(7, rows, columns);
  const lines = Array.from({ length: rows }, () => {
    const cells = Array.from({ length: columns }, () => (10 * draws.uniform()).toFixed(3));
    return [...cells, Number(cells[0]) + Number(cells[1]) + 2 * draws.uniform() > 11 ? "yes" : "no"].join(",");
  });
  return `${[...Array.from({ length: columns }, (_, j) => `c${j + 1}`), "class"].join(",")}\n${lines.join("\n")}\n`;
}
