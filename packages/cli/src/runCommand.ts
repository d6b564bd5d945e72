import { CommanderError } from "@commander-js/extra-typings";
import { EnvironmentError, InputError, NumericalError } from "kernelbayes";
import { errorJson } from "./output/errorJson.ts";
import { optionOnLine } from "./output/optionOnLine.ts";
import { checkStandardOutput, remark } from "./output/standardOutput.ts";
import { program } from "./program.ts";
import { Interruption } from "./progress/interruption.ts";

/**
 * Runs a command, given by its words, and returns the exit code: 0 when all went well, 2 for what the user can mend, 3 for a
 * computation that could not go on, 4 for what this machine lacks, 130 when it was stopped by Ctrl-C. A fault of the program is thrown.
 * With --json an error is one line of JSON on the standard error, also one in the words themselves.
 */
export async function runCommand(words: readonly string[]): Promise<number> {
  const isJson = asksForJson(words);
  try {
    await program({ hasSilentErrors: isJson }).parseAsync(words, { from: "user" });
    checkStandardOutput();
    return 0;
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    if (code === 0) return 0;
    if (isJson) remark(JSON.stringify({ error: { ...errorJson(error as Error), exitCode: code } }));
    // Commander has reported wrong words itself.
    else if (!(error instanceof CommanderError)) {
      remark(error instanceof InputError ? error.messageWith(optionOnLine) : (error as Error).message);
    }
    return code;
  }
}

/** Whether --json is among the options: behind "--" all words are names. */
function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end < 0 ? words : words.slice(0, end)).includes("--json");
}

function exitCodeOf(error: unknown): number | undefined {
  // Help and version end with such an error, too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof InputError) return 2;
  if (error instanceof NumericalError) return 3;
  if (error instanceof EnvironmentError) return 4;
  return error instanceof Interruption ? error.exitCode : undefined;
}
