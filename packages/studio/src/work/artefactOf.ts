import { onnxModel } from "kernelbayes/models";
import { formatCsv } from "kernelbayes/table";
import { htmlReport } from "@kernelbayes/report";
import { makeLivingParts, svgDocument, type LivingTools } from "@kernelbayes/report/parts";
import { gzipSync } from "fflate";
import type { Artefact, Calls } from "../data/calls.ts";
import type { OpenFit } from "./fitOnce.ts";
import { text } from "../text.ts";
import { reportInputOf } from "./reportOf.ts";

/** A file about a fit, to be downloaded. */
export function artefactOf(open: OpenFit, { kind, source, created, files }: Calls["artefact"]["sent"]): Artefact {
  const { posterior, fittable } = open;
  switch (kind) {
    case "model":
      return { name: "model.json", type: "application/json", content: `${JSON.stringify(posterior.toDocument())}\n` };
    case "onnx":
      return { name: "model.onnx", type: "application/octet-stream", content: new Uint8Array(onnxModel(posterior)) };
    case "table":
      if (!fittable) throw new Error(text.understand.noTable);
      return { name: tableName(source), type: "text/csv", content: formatCsv(fittable.table) };
    case "report": {
      const tools: LivingTools = {
        file: (name) => files[name],
        hash: () => files["page hash"],
        compressed: (content) => gzipSync(content, { level: 9 }),
      };
      const page = htmlReport(reportInputOf(open, source, created), {
        document: svgDocument(),
        living: (input, taken) => makeLivingParts(tools, input, taken),
      });
      return { name: "report.html", type: "text/html", content: page };
    }
  }
}

/** The table as it was fitted, under a name of its own. */
function tableName(source: string): string {
  return `${source.replace(/\.gz$/i, "").replace(/\.[^.]*$/, "")}-fitted.csv`;
}
