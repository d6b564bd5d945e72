import type { Argument, CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { listValues, valuesOf } from "./optionValues.ts";

/** What may follow an option or stand in the place of an argument. */
export interface Place {
  /** The words to choose from; undefined where there is no list of them. */
  readonly values?: readonly string[] | undefined;
  /** Whether several may be given, with commas between them. */
  readonly isList: boolean;
  readonly kind: "words" | "file" | "folder" | "text";
  /** What is asked for, in a word: "column". */
  readonly name: string;
}

interface OptionWords {
  /** With its dashes: "--model". */
  readonly long: string;
  readonly description: string;
  /** What the option takes; undefined if it stands by itself. */
  readonly value: Place | undefined;
}

/** A command with all that can be written behind it. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  readonly arguments: readonly Place[];
}

/** The commands of a program, as its help lists them. */
export function commandWords(program: CommandUnknownOpts): CommandWords[] {
  const listed = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== "help");
  return listed.map((command) => ({
    name: command.name(),
    description: firstSentence(command.description()),
    options: [
      ...command.options.filter(({ hidden }) => !hidden).map(optionWords),
      { long: "--help", description: "display help for command", value: undefined },
    ],
    arguments: command.registeredArguments.map((argument) => argumentPlace(command.name(), argument)),
  }));
}

function optionWords(option: Option): OptionWords {
  const name = /[<[]([^\]>.]+)/.exec(option.flags)?.[1];
  return {
    long: option.long ?? option.flags,
    description: firstSentence(option.description),
    value: name === undefined ? undefined : placeOf(name, option.argChoices ?? valuesOf(option.name()), option.name()),
  };
}

function argumentPlace(command: string, argument: Argument): Place {
  return placeOf(argument.name(), argument.argChoices ?? valuesOf(`${command} ${argument.name()}`), argument.name());
}

/** Files, folders and tables are files; of columns and numbers no list is known. */
function placeOf(name: string, values: readonly string[] | undefined, of: string): Place {
  const kind = /^(file|table|model)$/.test(name) ? "file" : name === "folder" ? "folder" : "text";
  // An option of one command may take a folder, and one of the same name in another command words.
  if (values === undefined || kind === "folder") return { isList: false, kind, name };
  return { values, isList: listValues.has(of), kind: "words", name };
}

function firstSentence(text: string): string {
  return text.split(/[;(]| \(default/, 1)[0].trim();
}
