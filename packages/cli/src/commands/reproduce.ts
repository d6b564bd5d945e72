import type { Command } from "@commander-js/extra-typings";
import { InputError } from "kernelbayes";

/** Answers a command of earlier versions, which help and completion no longer list, with the place it has moved to. */
export function addReproduce(program: Command): void {
  program
    .command("reproduce", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(() => {
      throw new InputError(
        "moved-command",
        "The command reproduce is no longer part of the package: the papers are reproduced in the repository of the project. " +
          "Clone it and run `npm run reproduce -- PAPER` there.",
      );
    });
}
