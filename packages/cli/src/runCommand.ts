import { CommanderError } from "@commander-js/extra-typings";
import { EnvironmentError, InputError, NumericalError } from "kernelbayes";
import { optionOnLine } from "./output/optionOnLine.ts";
import { checkStandardOutput, remark } from "./output/standardOutput.ts";
import { program } from "./program.ts";
import { Interruption } from "./progress/interruption.ts";

/**
 * Runs a command, given by its words, and returns the exit code: 0 when all went well, 2 for what the user can mend, 3 for a
 * computation that could not go on, 4 for what this machine lacks, 130 when it was stopped by Ctrl-C. A fault of the program is thrown.
 */
export async function runCommand(words: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(words, { from: "user" });
    checkStandardOutput();
    return 0;
  } catch (error) {
    // Help, version and wrong words, of which commander has told itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    remark(error instanceof InputError ? error.messageWith(optionOnLine) : (error as Error).message);
    return code;
  }
}

function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof InputError) return 2;
  if (error instanceof NumericalError) return 3;
  if (error instanceof EnvironmentError) return 4;
  return error instanceof Interruption ? error.exitCode : undefined;
}
