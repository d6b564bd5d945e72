import { join } from "node:path";
import type { ReportFigure } from "@kernelbayes/report";
import { writeWhole } from "../output/writeWhole.ts";

/** Pixels across for a picture, wide enough for print in a column. */
const width = 1600;

/**
 * Writes charts into a folder, each as SVG and, where the optional package @resvg/resvg-js is installed, as PNG. Files that the command
 * reads are refused. Returns the names of the files.
 */
export async function writeFigures(
  folder: string,
  figures: readonly ReportFigure[],
  inputs: readonly string[],
): Promise<string[]> {
  const toPng = await pngMaker();
  const files: string[] = [];
  for (const { name, svg } of figures) {
    files.push(`${name}.svg`);
    await writeWhole(join(folder, `${name}.svg`), svg, inputs);
    if (toPng === undefined) continue;
    files.push(`${name}.png`);
    await writeWhole(join(folder, `${name}.png`), toPng(svg), inputs);
  }
  return files;
}

async function pngMaker(): Promise<((svg: string) => Uint8Array) | undefined> {
  try {
    const { Resvg } = await import("@resvg/resvg-js");
    return (svg) => new Resvg(svg, { fitTo: { mode: "width", value: width }, background: "white" }).render().asPng();
  } catch {
    // An optional dependency, which has no build for every system.
    return undefined;
  }
}
