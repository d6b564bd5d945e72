import { Argument, Command, CommanderError } from "@commander-js/extra-typings";
import { EnvironmentError, InputError, NumericalError } from "kernelbayes";
import { Interruption } from "./interruption.ts";
import { paperTitles } from "./paperTitles.ts";
import { runPapersWorker } from "./clusterWork.ts";
import { reproduce } from "./reproduce.ts";
import { remark } from "./standardOutput.ts";

const titles = Object.entries(paperTitles)
  .map(([name, title]) => `  ${name.padEnd(6)} ${title}`)
  .join("\n");

const examples = `
Papers:
${titles}

Each table and figure is run with the protocol of its paper, and a page is written with the printed figures beside ours. Every single
result is kept in OUT/store: a run that was stopped, or killed, resumes where it ended when the same command is given again. With --keep
they also go to papers/results in compact form, from which any clone resumes. The data are
not part of the project; docs/reproducing.md describes the folder.

Examples:
  npm run reproduce -- lin --quick
  npm run reproduce -- all --data folder --partitions 20 --out reproduction
  npm run -s reproduce -- all --quick --json | jq '.papers[].verdicts'`;

/** The command line of `npm run reproduce`. */
function program(): Command {
  const command = new Command("npm run reproduce --")
    .description("Rerun the tables and figures of the papers behind the models, and write a page about each.")
    .addHelpText("after", examples)
    .showHelpAfterError("(add --help for the options and examples)")
    .exitOverride()
    .enablePositionalOptions();
  command
    .addArgument(new Argument("[paper]", `one of ${Object.keys(paperTitles).join(", ")}, or all`).default("all"))
    .option(
      "--data <folder>",
      "folder of the data sets and of the published figures (default: data, and without it ../shared/data)",
    )
    .option("--partitions <number>", "the first so many partitions of each problem (default: 100, with --quick 5)")
    .option("--quick", "fewer partitions, starts, sweeps and repeats; the pages say which")
    .option("--out <folder>", "where the pages, the figures and the results go", "reproduction")
    .option("--seed <number>", "whole number; equal seeds give equal results", "1")
    .option("--fresh", "remove the results of earlier runs and begin anew")
    .option("--results <folder>", "compact results of earlier runs, which are not computed again", "papers/results")
    .option("--keep", "add the results of this run to that folder, every fifty results and at the end")
    .option(
      "--only <words>",
      "compute only tables and figures with these words in their title; the others show what is kept",
    )
    .option("--pages", "compute nothing: write the pages from what is kept")
    .option("--estimate", "compute nothing: print what every table and figure costs, and how much of it is kept")
    .option("--jobs <number>", "worker threads; results do not depend on it (default: one per processor)")
    .option(
      "--cluster <address>",
      "share the work out over the Redis at this address, to workers of `npm run reproduce -- worker` (or KERNELBAYES_CLUSTER)",
    )
    .option("--json", "print one JSON value and nothing else")
    .option("--quiet", "print the result only: no progress, no remarks")
    .action((paper, words) => reproduce(paper, words));
  command
    .command("worker")
    .description("do the work of reproductions that are given --cluster, until told to stop")
    .requiredOption("--cluster <address>", "the Redis where they meet: redis://host:port")
    .option("--slots <number>", "jobs at the same time (default: one per processor)")
    .action(({ cluster, slots }) => runPapersWorker(cluster, slots));
  return command;
}

/**
 * Runs the command, given by its words, and returns the exit code: 0 when all went well, 2 for what the user can fix, 3 for a
 * computation that could not go on, 4 for what this machine lacks, 130 after Ctrl-C. A fault of the program is thrown.
 */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    // Help and wrong words, which commander has reported itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    remark((error as Error).message);
    return code;
  }
}

function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof InputError) return 2;
  if (error instanceof NumericalError) return 3;
  if (error instanceof EnvironmentError) return 4;
  return error instanceof Interruption ? error.exitCode : undefined;
}
