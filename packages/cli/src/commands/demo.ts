import type { Command } from "@commander-js/extra-typings";
import { jobsOption, jsonOption, seedOption } from "../options.ts";

const examples = `
Examples:
  kernelbayes demo
  kernelbayes demo --models lda,auto --folds 10 --seed 7
  kernelbayes demo --data banana,iris --no-report

It takes most of a minute on two processors. The data come with the library; nothing is downloaded.`;

/** Adds the command that shows what there is on data of the library. */
export function addDemo(program: Command): void {
  program
    .command("demo")
    .description("compare the main models on three data sets by cross-validation, and write a report on one of them")
    .option("--data <names>", "data sets of the library, separated by commas", "iris,ripley,twoSpirals")
    .option("--models <names>", "models to compare, separated by commas (default: a handful of each kind)")
    .option("--folds <number>", "number of folds", "5")
    .addOption(seedOption())
    .option("--out <folder>", "where report.html goes", ".")
    .option("--no-report", "write no report")
    .addOption(jobsOption())
    .addOption(jsonOption())
    .option("--quiet", "print the tables only")
    .addHelpText("after", examples)
    .action(async (words) => (await import("../demo/demo.ts")).demo(words));
}
