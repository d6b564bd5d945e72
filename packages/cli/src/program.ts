import { Command } from "@commander-js/extra-typings";
import { version } from "kernelbayes";
import { demo } from "./commands/demo.ts";
import { doctor } from "./commands/doctor.ts";
import { listKernels, listModels } from "./commands/list.ts";
import { seedOption } from "./options.ts";

/** The command line. */
export function program(): Command {
  const command = new Command("kernelbayes")
    .description("Classifiers whose probabilities can be trusted, with nothing to tune.")
    .version(version)
    .showHelpAfterError()
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

  command
    .command("demo")
    .description("compare the models on Fisher's iris by cross-validation")
    .option("--folds <number>", "number of folds", "5")
    .option("--models <names>", "only these models, separated by commas")
    .addOption(seedOption())
    .option("--json", "print the result as JSON")
    .option("--quiet", "print the table only")
    .addHelpText("after", "\nExample:\n  kernelbayes demo --folds 10 --seed 7\n  kernelbayes demo --models lda,bfd")
    .action(demo);

  command
    .command("models")
    .description("list the models")
    .option("--json", "print the catalogue as JSON")
    .action(listModels);

  command
    .command("kernels")
    .description("list the kernels and their parameters")
    .option("--json", "print the catalogue as JSON")
    .action(listKernels);

  command
    .command("doctor")
    .description("say which engines work here, which one is in use and why, and how to get a faster one")
    .option("--json", "print the findings as JSON")
    .addHelpText("after", "\nExample:\n  kernelbayes doctor --json | jq .faster.command")
    .action(doctor);

  return command;
}
