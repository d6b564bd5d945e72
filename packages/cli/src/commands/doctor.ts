import { styleText } from "node:util";
import type { Command } from "@commander-js/extra-typings";
import { diagnosis, type Diagnosis, type EngineState } from "../doctor/diagnosis.ts";
import { order } from "../doctor/times.ts";
import { jsonOption, quietOption } from "../options.ts";
import { print, printJson, printPart } from "../output/standardOutput.ts";

interface DoctorOptions {
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Adds the command that examines the machine. */
export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("say which engines work here, which one is in use and why, and how to get a faster one")
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText("after", "\nExamples:\n  kernelbayes doctor\n  kernelbayes doctor --json | jq .faster.command")
    .action(doctor);
}

/** Says which engines work on this machine, which one is in use and why, and how to get a faster one. */
async function doctor({ json, quiet }: DoctorOptions): Promise<void> {
  const found = diagnosis();
  if (json) printJson(found);
  else if (quiet) print(found.inUse.name ?? found.inUse.reason);
  // Headings are set in bold by control characters.
  else printPart(`${await textOf(found)}\n`);
}

async function textOf({ version, node, platform, processors, engines, inUse, faster }: Diagnosis): Promise<string> {
  // Loaded when it is needed, so that other commands begin at once.
  const { textTable } = await import("@kernelbayes/report");
  const missing = engines.flatMap((engine) => (engine.available ? [] : [`${engine.name}: ${engine.reason}`]));
  return [
    `kernelbayes ${version}, Node ${node}, ${platform}, ${processors.count} × ${processors.model}`,
    "",
    textTable(engines.map((engine) => rowOf(engine, inUse.name))),
    "",
    `Milliseconds for a product and a Cholesky factorization of order ${order}, on one thread.`,
    "",
    section("In use", [inUse.name === undefined ? inUse.reason : `${inUse.name}. ${lastSentence(inUse.reason)}`]),
    ...(missing.length > 0 ? [section("Not available", missing)] : []),
    section("Faster", [faster.text, ...(faster.command === undefined ? [] : [`  ${faster.command}`])]),
  ].join("\n");
}

function rowOf(engine: EngineState, inUse: string | undefined): Record<string, string> {
  return {
    engine: engine.name,
    state: engine.available ? (engine.name === inUse ? "in use" : "works") : "not available",
    "product ms": engine.available ? rounded(engine.milliseconds.product) : "",
    "Cholesky ms": engine.available ? rounded(engine.milliseconds.cholesky) : "",
  };
}

/** What follows the engines that were passed over, whose reasons stand in a section of their own. */
function lastSentence(reason: string): string {
  return reason.split(/(?<=\)\.) /).at(-1) ?? reason;
}

function rounded(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : 0);
}

/** A heading and, indented below it, paragraphs. */
function section(heading: string, paragraphs: readonly string[]): string {
  const isStyled = process.stdout.isTTY && !process.env.NO_COLOR;
  const width = Math.min(process.stdout.columns || 100, 100) - 2;
  const lines = paragraphs.flatMap((paragraph) => wrapped(paragraph, width)).map((line) => `  ${line}`);
  return [isStyled ? styleText("bold", heading) : heading, ...lines, ""].join("\n");
}

/** Lines no longer than a width, unless a word is; a line that is indented stays whole. */
function wrapped(text: string, width: number): string[] {
  if (text.startsWith(" ")) return [text];
  return text.split(" ").reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    return lines;
  }, []);
}
