import { Argument, type Command } from "@commander-js/extra-typings";
import { jobsOption, jsonOption, quietOption, seedOption } from "../options.ts";
import { paperTitles } from "../reproduce/paperTitles.ts";

const titles = Object.entries(paperTitles)
  .map(([name, title]) => `  ${name.padEnd(6)} ${title}`)
  .join("\n");

const examples = `
Papers:
${titles}

Each table and figure is run with the protocol of its paper, and a page is written with the printed figures beside ours. Every single
result is kept in OUT/store: a run that was stopped, or killed, goes on where it ended when the same command is given again. The data are
not part of the program; docs/reproducing.md tells what the folder holds.

Examples:
  kernelbayes reproduce lin --quick
  kernelbayes reproduce all --data folder --partitions 20 --out reproduction
  kernelbayes reproduce all --quick --json | jq '.papers[].verdicts'`;

/** Adds the command that reproduces the papers behind the models. */
export function addReproduce(program: Command): void {
  program
    .command("reproduce")
    .description("rerun the tables and figures of the papers behind the models, and write a page about each")
    .addArgument(new Argument("[paper]", `one of ${Object.keys(paperTitles).join(", ")}, or all`).default("all"))
    .option(
      "--data <folder>",
      "folder of the data sets and of the published figures (default: data, and without it ../shared/data)",
    )
    .option("--partitions <number>", "the first so many partitions of each problem (default: 100, with --quick 5)")
    .option("--quick", "fewer partitions, starts, sweeps and repeats; the pages say which")
    .option("--out <folder>", "where the pages, the figures and the results go", "reproduction")
    .addOption(seedOption())
    .option("--fresh", "remove the results of earlier runs and begin anew")
    .addOption(jobsOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText("after", examples)
    .action(async (paper, words) => (await import("../reproduce/reproduce.ts")).reproduce(paper, words));
}
