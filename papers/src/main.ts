import { runProgram } from "./program.ts";
import { surviveClosedPipes } from "./standardOutput.ts";

surviveClosedPipes();
process.exitCode = await runProgram(process.argv.slice(2));
