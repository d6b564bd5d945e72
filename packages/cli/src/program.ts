import { Command } from "@commander-js/extra-typings";
import { version } from "kernelbayes/models";
import { addCluster } from "./commands/cluster.ts";
import { addCheck } from "./commands/check.ts";
import { addCompare } from "./commands/compare.ts";
import { addCompletion } from "./commands/completion.ts";
import { addDemo } from "./commands/demo.ts";
import { addDescribe } from "./commands/describe.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addEvaluate } from "./commands/evaluate.ts";
import { addExplain } from "./commands/explain.ts";
import { addExport } from "./commands/export.ts";
import { addFit } from "./commands/fit.ts";
import { addKernels, addModels } from "./commands/list.ts";
import { addPredict } from "./commands/predict.ts";
import { addReproduce } from "./commands/reproduce.ts";
import { addKey, addMcp, addServe } from "./commands/serve.ts";
import { addStudio } from "./commands/studio.ts";
import { addWorker } from "./commands/worker.ts";
import { printPart } from "./output/standardOutput.ts";
import { visibleText } from "./output/visibleText.ts";

const examples = `
Examples:
  kernelbayes demo                                        see what there is, on data of the library
  kernelbayes check patients.csv --target diagnosis       what is wrong with a table
  kernelbayes fit patients.csv --target diagnosis         from a table to model.json and report.html
  kernelbayes predict model.json new.csv                  labels and probabilities of new rows
  kernelbayes explain model.json new.csv                  what moved these predictions
  kernelbayes COMMAND --help                              options and examples of a command`;

export interface ProgramOptions {
  /** Whether wrong words are thrown without being printed, because the caller reports them in another form. */
  readonly hasSilentErrors?: boolean;
}

/** The command line. Each file of `commands` adds one command; the order is that of the help. */
export function program({ hasSilentErrors = false }: ProgramOptions = {}): Command {
  const command = new Command("kernelbayes")
    .description("Classifiers whose probabilities can be trusted, with nothing to tune.")
    .version(version)
    .addHelpText("after", examples)
    .showHelpAfterError("(add --help for the options and examples)")
    .configureOutput({
      writeOut: (text) => void printPart(text),
      writeErr: (text) => void (hasSilentErrors || process.stderr.write(visibleText(text))),
    })
    .exitOverride();
  addCheck(command);
  addFit(command);
  addPredict(command);
  addEvaluate(command);
  addExplain(command);
  addCompare(command);
  addDescribe(command);
  addExport(command);
  addServe(command);
  addKey(command);
  addMcp(command);
  addStudio(command);
  addDemo(command);
  addModels(command);
  addKernels(command);
  addDoctor(command);
  addWorker(command);
  addCluster(command);
  addCompletion(command);
  addReproduce(command);
  return command;
}
