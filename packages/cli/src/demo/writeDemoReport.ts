import { fit } from "kernelbayes";
import { type RunControl } from "kernelbayes/progress";
import { measure } from "kernelbayes/evaluate";
import { htmlReport } from "@kernelbayes/report";
import { livingParts, svgDocument } from "@kernelbayes/report/node";
import { writeWhole } from "../output/writeWhole.ts";
import { columnsToTry } from "../fit/columnsToTry.ts";
import { measuredRows } from "../fit/heldOut.ts";
import { createdNow } from "../output/createdNow.ts";
import { demoModel, type MeasuredDataset } from "./measureDataset.ts";

/** Fits the model of lowest log loss to all rows of a data set, and writes the report about it. */
export async function writeDemoReport(
  file: string,
  { name, table, target, results }: MeasuredDataset,
  { folds, seed, ...control }: RunControl & { readonly folds: number; readonly seed: number },
): Promise<void> {
  const [{ model }] = results.toSorted((a, b) => a.scores.logLoss.mean - b.scores.logLoss.mean);
  const posterior = await fit(demoModel(model), table, { target, seed, ...control });
  const relevance = columnsToTry(posterior, table);
  const measurement = await measure(demoModel(model), table, { target, seed, folds, relevance, ...control });
  const page = htmlReport(
    {
      posterior,
      table,
      ...(measurement.relevance && { relevance: { columns: measurement.relevance } }),
      heldOut: measuredRows(measurement),
      warnings: measurement.warnings,
      source: `data set ${name} of the library`,
      command: ["kernelbayes", ...process.argv.slice(2)],
      created: createdNow(),
      versions: { node: process.versions.node },
    },
    { document: svgDocument(), living: livingParts },
  );
  await writeWhole(file, page, []);
}
