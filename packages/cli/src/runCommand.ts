import { CommanderError } from "@commander-js/extra-typings";
import { InputError, NumericalError } from "kernelbayes";
import { optionOnLine } from "./output/optionOnLine.ts";
import { checkStandardOutput, remark } from "./output/standardOutput.ts";
import { program } from "./program.ts";
import { Interruption } from "./progress/interruption.ts";

/**
 * Runs a command, given by its words, and returns the exit code: 0 when all went well, 2 for what the user can mend, 3 for a
 * computation that could not go on, 130 when it was stopped by Ctrl-C. A fault of the program is thrown.
 */
export async function runCommand(words: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(words, { from: "user" });
    checkStandardOutput();
    return 0;
  } catch (error) {
    // Help, version and wrong words, of which commander has told itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof InputError || error instanceof NumericalError) {
      remark(error instanceof InputError ? error.messageWith(optionOnLine) : error.message);
      return error instanceof InputError ? 2 : 3;
    }
    if (!(error instanceof Interruption)) throw error;
    remark(error.message);
    return error.exitCode;
  }
}
