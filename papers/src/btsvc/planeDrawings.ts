import type { Table } from "kernelbayes";
import { decisionBoundaryChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { foundOf } from "../found.ts";
import type { Drawing } from "../paper.ts";
import { contestants } from "./contestants.ts";
import { knownPlane, planeLevels } from "./knownPlane.ts";

const knownFile = "btsvc-figure-3-densities.svg";

/** The first draw with the lines of equal probability of the densities, and of the classifiers, given their results on it. */
export function planeDrawings(train: Table, first: readonly (ResultRow | undefined)[]): Drawing[] {
  const known: Drawing = {
    file: knownFile,
    svg: decisionBoundaryChart(knownPlane(train), {
      document: svgDocument(),
      title: "The densities",
      ...planeLevels,
    }),
  };
  const learned = contestants.flatMap(({ file }, at): Drawing[] => {
    const row = first[at];
    const svg = row && foundOf(row).svg;
    return file === undefined || svg === undefined ? [] : [{ file, svg }];
  });
  return [known, ...learned];
}

/** What a drawing shows. */
export function planeCaption(file: string): string {
  if (file === knownFile)
    return "Figure 3: the first draw, and the probabilities by the densities that the rows were drawn from.";
  const method = contestants.find((each) => each.file === file)?.method ?? "";
  return `Figure 3: the same rows and the probabilities by ${method}.`;
}
