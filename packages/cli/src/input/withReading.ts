import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import { defaultLimits, defaultMissing, formats } from "kernelbayes/table";
import { repeated } from "../options.ts";
import type { TableWords } from "./tableOptions.ts";

/**
 * The options that tell how a table is read, where the file does not tell it; `tableOptions` reads them. Every command that reads a table has all of them, so that they are
 * declared here and nowhere else.
 */
export function withReading<Arguments extends unknown[], Words extends OptionValues, Global extends OptionValues>(
  command: Command<Arguments, Words, Global>,
): Command<Arguments, Words & TableWords, Global> {
  command.optionsGroup("Reading:");
  for (const option of readingOptions()) command.addOption(option);
  return command;
}

function readingOptions(): Option[] {
  const limits = Object.entries(defaultLimits).map(([name, value]) => `${name}=${value}`);
  return [
    new Option(
      "--format <name>",
      `format of the table: ${Object.keys(formats).join(", ")} (default: by name and content)`,
    ),
    new Option("--sheet <name>", "sheet of an Excel file, by name or number (default: the first)"),
    new Option("--skip <number>", "leading lines of a text, or rows of a sheet, before the table begins (default: 0)"),
    new Option("--no-header", "no line names the columns; they are column1, column2, …"),
    new Option(
      "--na <text>",
      `a text that stands for a missing cell, such as n.d. or -999, repeatable (always: ${defaultMissing.join(", ")})`,
    ).argParser(repeated),
    new Option(
      "--types <column=type>",
      "read a column as number or text, such as zip=text; category is text, ignore leaves it out (repeatable)",
    ).argParser(repeated),
    new Option("--decimal <sign>", "decimal sign of numbers: a point or a comma (default: a point)"),
    new Option("--delimiter <character>", 'character between cells; "tab" for a tab (default: found)'),
    new Option("--encoding <name>", "character encoding, such as latin1 (default: UTF-8, or by byte order mark)"),
    new Option("--limit <name=number>", `limit of the reader, repeatable (default: ${limits.join(", ")})`).argParser(
      repeated,
    ),
  ];
}
