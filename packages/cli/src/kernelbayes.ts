#!/usr/bin/env node
import { InputError, NumericalError } from "kernelbayes";
import { program } from "./program.ts";

/** Exit codes: 2 for what the user can mend, 3 for a computation that could not go on, 1 for a fault of the program. */
try {
  await program().parseAsync();
} catch (error) {
  if (!(error instanceof InputError) && !(error instanceof NumericalError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof InputError ? 2 : 3;
}
