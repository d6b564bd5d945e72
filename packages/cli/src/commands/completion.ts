import { Argument, type Command } from "@commander-js/extra-typings";
import { bashScript } from "../completion/bashScript.ts";
import { commandWords } from "../completion/commandWords.ts";
import { fishScript } from "../completion/fishScript.ts";
import { zshScript } from "../completion/zshScript.ts";
import { jsonOption } from "../options.ts";
import { print, printJson } from "../output/standardOutput.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof scripts;

const examples = `
Examples:
  echo 'source <(kernelbayes completion bash)' >> ~/.bashrc
  kernelbayes completion zsh > "\${fpath[1]}/_kernelbayes"
  kernelbayes completion fish > ~/.config/fish/completions/kernelbayes.fish`;

/** Adds the command that prints a script by which a shell completes commands and options. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print a script by which a shell completes commands, options and names of models")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts) as Shell[]))
    .addOption(jsonOption())
    .addHelpText("after", examples)
    .action((shell, { json }) => {
      const words = commandWords(program);
      const script = scripts[shell](program.name(), words);
      if (json) printJson({ shell, script });
      else print(script.trimEnd());
    });
}
