import { tableFromColumns } from "kernelbayes";
import { pairedT } from "kernelbayes/compare";
import { stream } from "kernelbayes/numeric";
import { expect, test } from "vitest";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { btsvcContours } from "../src/btsvc/contours.ts";
import { btsvcEvidenceTable, btsvcRelevanceTable } from "../src/btsvc/evidenceTables.ts";
import { btsvcFixedTable } from "../src/btsvc/fixedTable.ts";
import { kappasOf, kernelOfKappas } from "../src/btsvc/kappas.ts";
import { lineCells, outlierText } from "../src/btsvc/lineFigures.ts";
import { btsvcLosses } from "../src/btsvc/losses.ts";
import { supportOf } from "../src/btsvc/supportTask.ts";
import { surfaceOf } from "../src/btsvc/surfaceTask.ts";
import { foundOf } from "../src/found.ts";
import { writeProblem } from "./folders.ts";
import { expectFigures, printed, ran, settingsOf } from "./btsvcSamples.ts";

test("of the losses only two are likelihoods: the sum over the classes is 1 for the trigonometric and the logistic one", () => {
  const part = btsvcLosses().part([]);
  expectFigures(part, ["btsvc-figure-1-losses.svg", "btsvc-figure-1-sums.svg", "btsvc-figure-1-likelihoods.svg"]);
  const description = /<desc>([^<]*)</.exec(part.drawings[1].svg)?.[1];
  expect(description).toContain("trigonometric from 1 at -2 to 1 at 2");
  expect(description).toContain("logistic from 1 at -2 to 1 at 2");
  expect(description).toMatch(/soft margin from 1\.05 at -2/);
});

test("the letters of the paper are read from a kernel and make one", () => {
  const kappas = { kappa0: 3, kappa: 0.25, kappaB: 100 };
  const kernel = kernelOfKappas(kappas, { isConstantFixed: true });
  expect(kappasOf(kernel)).toEqual(kappas);
  expect(JSON.stringify(kernel)).toContain('"lengthScale":2');
  expect(kappasOf({ kind: "gaussian", lengthScale: 0.5 })).toEqual({ kappa: 4 });
});

/** A row of the store as the line has it. */
function lineRow(partition: number, kappa0: number, kappa: number, own: readonly number[]): ResultRow {
  const kernel = kernelOfKappas({ kappa0, kappa, kappaB: 1 });
  const found = { kernel, evidence: -kappa, keptRows: own.length, line: { probability: [], own } };
  return { partition, trainRows: 100, found: JSON.stringify(found) } as unknown as ResultRow;
}

test("what the outlier does is counted draw by draw, and printed figures stand beside the median of ours", () => {
  const without = [lineRow(1, 4, 0.2, [0.9]), lineRow(2, 9, 0.3, [0.9]), lineRow(3, 5, 0.4, [0.9])];
  const withOutlier = [lineRow(2, 1, 0.5, [0.9, 0.1]), lineRow(1, 5, 0.7, [0.2, 0.8])];
  const text = outlierText([without, withOutlier]);
  expect(text).toContain("κ₀ is lower with the outlier: 1 of 2");
  expect(text).toContain("κ is higher, the function rougher: 2 of 2");
  expect(text).toContain("the evidence is lower: 2 of 2");
  expect(text).toContain("no row has less probability of its own class than the outlier: 1 of 2");
  const [kappa0, kappa] = lineCells("BTSVC", "chu-simulated-1", without, settingsOf());
  expect(kappa0).toMatchObject({ figure: "κ₀", "printed, one draw": "7.485", "ours, median": "5" });
  expect(kappa).toMatchObject({ "printed, one draw": "0.194", "ours, least to largest": "0.2 to 0.4" });
});

test("the cross of Figure 5 is the maximum of the evidence between the points of its surface", async () => {
  const settings = settingsOf();
  const [{ rows, part }] = await ran([btsvcContours(settings, 5)]);
  expectFigures(part, ["btsvc-figure-5-evidence-banana.svg", "btsvc-figure-5-error-banana.svg"]);
  const lines = rows.filter(({ method }) => method === "btsvc-surface");
  expect(lines).toHaveLength(5);
  const surface = lines.flatMap((line) => surfaceOf(line).map((point) => point.evidence));
  const [search] = rows.filter(({ method }) => method === "btsvc");
  const { kernel, evidence } = foundOf(search);
  expect(kappasOf(kernel!).kappaB).toBe(100);
  expect(evidence).toBeGreaterThanOrEqual(Math.max(...surface) - 1e-6);
});

test("equal rows are as many support vectors as they are, though the machine keeps one of them", async () => {
  const settings = settingsOf();
  const random = stream(3);
  const x = Array.from({ length: 60 }, (_, row) => row % 3);
  const y = x.map((value) => (random.uniform() < 0.2 + 0.3 * value ? "1" : "-1"));
  writeProblem(settings.directory, "titanic", tableFromColumns({ x1: x, y }));
  const published = [{ ...printed[0], dataset: "titanic" }];
  const [{ rows }] = await ran([btsvcEvidenceTable({ ...settings, published })]);
  expect(rows.map(({ dataset, method }) => `${dataset} ${method}`)).toEqual(["titanic btsvc", "titanic btsvc"]);
  for (const row of rows) {
    // Three values and two classes; where the classes lie over each other nobody is certain.
    expect(foundOf(row).keptRows).toBeLessThanOrEqual(6);
    expect(supportOf(row)).toBe(row.trainRows);
  }
});

test("hyperparameters of Table 3 are geometric means, and Table 4 pairs the errors of both on the same partitions", async () => {
  const settings = settingsOf();
  const [fixed, each] = await ran([btsvcFixedTable(settings), btsvcEvidenceTable(settings)]);
  const of = (rows: readonly ResultRow[], dataset: string, method: string): ResultRow[] =>
    rows.filter((row) => row.dataset === dataset && row.method === method);
  const searched = of(each.rows, "banana", "btsvc").map((row) => kappasOf(foundOf(row).kernel!).kappa!);
  const [taken] = of(fixed.rows, "banana", "btsvc").filter(({ options }) => options.includes('"starts":[]'));
  const kappa = kappasOf(foundOf(taken).kernel!).kappa!;
  expect(kappa).toBeCloseTo(Math.sqrt(searched[0] * searched[1]), 9);
  expect(fixed.part.text).toContain(`| 1.43 | ${Number(kappa.toPrecision(3))} |`);
  expect(fixed.part.verdicts).toHaveLength(2);

  const [gpc, btsvc] = ["gpc", "btsvc"].map((method) => of(each.rows, "twonorm", method));
  const { p } = pairedT(
    gpc.map(({ errorRate, partition }) => errorRate - btsvc.find((row) => row.partition === partition)!.errorRate),
  );
  const line = each.part.text.split("\n").findLast((text) => text.startsWith("| twonorm |"));
  expect(line).toContain(`| 0.250 | ${p < 0.001 ? p.toExponential(0) : p.toFixed(3)}`);
  expect(each.part.verdicts).toHaveLength(4);
  // Length scales for each column are shown for the problems of the paper only, none of which is here.
  expect(btsvcRelevanceTable(settings).stages.flatMap(({ jobs }) => jobs([]))).toEqual([]);
});
