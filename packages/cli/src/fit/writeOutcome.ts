import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  evidenceSurface,
  htmlReport,
  modelCard,
  reportFigures,
  type LeftOutColumn,
  type ReportInput,
} from "@kernelbayes/report";
import { livingParts, svgDocument } from "@kernelbayes/report/node";
import { writeWhole } from "../output/writeWhole.ts";
import { createdNow } from "../output/createdNow.ts";
import type { ProgressLine } from "../progress/progressLine.ts";
import { checkWarnings } from "./checkWarnings.ts";
import type { FitOutcome } from "./fitAndMeasure.ts";
import type { PreparedTable } from "./preparedTable.ts";
import { writeFigures } from "./writeFigures.ts";

/** Fits at so many points as take a few seconds, and none for tables that would take longer. */
const surface = { steps: 9, mostRows: 150 };

/** The files that a fit has left. */
export interface WrittenFiles {
  readonly model: string;
  readonly report: string | undefined;
  readonly card: string | undefined;
  readonly figures: { readonly folder: string; readonly names: readonly string[] } | undefined;
}

interface WriteWork {
  readonly prepared: PreparedTable;
  /** The path of the table. */
  readonly source: string;
  readonly out: string;
  readonly report: boolean;
  /** Whether the report holds neither the model nor the rows. */
  readonly staticReport: boolean;
  readonly card: boolean;
  readonly figures: string | undefined;
  readonly line: ProgressLine;
  readonly signal: AbortSignal;
}

/** Writes the report about a fit, and its card and its charts where they were asked for. */
export async function writeOutcome(outcome: FitOutcome, work: WriteWork): Promise<WrittenFiles> {
  const { out, report, staticReport, figures, line, signal } = work;
  const options = { document: svgDocument() };
  const card = work.card ? await writeCard(outcome, work) : undefined;
  if (!report && figures === undefined) return { model: outcome.model, report: undefined, card, figures: undefined };
  if (outcome.posterior.evidence !== undefined) line.begin("looking at the evidence");
  const { posterior, training } = outcome;
  const evidence = await evidenceSurface(posterior, training, { ...surface, signal, onProgress: line.onProgress });
  await hearSignals(signal);
  const input = { ...reportInput(outcome, work), ...(evidence && { evidence }) };
  const file = join(out, "report.html");
  if (report) {
    line.begin("writing the report");
    const page = htmlReport(input, staticReport ? options : { ...options, living: livingParts });
    await hearSignals(signal);
    await writeWhole(file, page, [work.source]);
  }
  let names: string[] | undefined;
  if (figures !== undefined) {
    line.begin("drawing the figures");
    const charts = reportFigures(input, options);
    await hearSignals(signal);
    names = await writeFigures(figures, charts, [work.source]);
  }
  return {
    model: outcome.model,
    report: report ? file : undefined,
    card,
    figures: figures !== undefined && names !== undefined ? { folder: figures, names } : undefined,
  };
}

/** The name of the model card in its folder. */
export const cardName = "model-card.md";

async function writeCard(outcome: FitOutcome, work: WriteWork): Promise<string> {
  const file = join(work.out, cardName);
  await writeWhole(file, modelCard(reportInput(outcome, work)), [work.source]);
  return file;
}

/** Lets a Ctrl-C that came while something was drawn take effect: signals are heard only between two turns of the event loop. */
async function hearSignals(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

function reportInput(
  { posterior, training, rowNames, heldOut, relevance, warnings }: FitOutcome,
  { prepared, source }: WriteWork,
): ReportInput {
  const excluded = prepared.options.exclude ?? [];
  const leftOut: LeftOutColumn[] = excluded.map((name) => ({
    name,
    reason: prepared.dates.includes(name)
      ? "holds dates, which no model uses"
      : prepared.findings.some(({ column, action }) => column === name && action === "left-out")
        ? "looks like an identifier"
        : "was excluded",
  }));
  return {
    posterior,
    table: training,
    rowNames,
    leftOut,
    warnings: [...warnings, ...checkWarnings(prepared)],
    source: source === "-" ? "standard input" : basename(source),
    command: ["kernelbayes", ...process.argv.slice(2)],
    created: createdNow(),
    versions: { node: process.versions.node },
    heldOut: heldOut ?? "none",
    ...(relevance && { relevance: { columns: relevance } }),
  };
}
