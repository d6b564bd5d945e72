#!/usr/bin/env node
import { surviveClosedPipes } from "./output/standardOutput.ts";
import { runCommand } from "./runCommand.ts";

surviveClosedPipes();
process.exitCode = await runCommand(process.argv.slice(2));
