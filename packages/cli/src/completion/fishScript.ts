import type { CommandWords, Place } from "./commandWords.ts";

/** A script by which fish completes the words of a command line. */
export function fishScript(program: string, commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, description, options, arguments: places }) => {
    const inside = `complete -c ${program} -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
    const last = places.at(-1);
    return [
      `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
      ...options.map(
        ({ long, description: text, value }) =>
          `${inside} -l ${long.replace(/^--/, "")}${value ? ` ${requiredOf(value)}` : ""} -d ${quoted(text)}`,
      ),
      ...(last === undefined ? [] : [`${inside} ${argumentOf(last)}`]),
    ];
  });
  return [
    `# Completion of ${program} for fish: ${program} completion fish > ~/.config/fish/completions/${program}.fish`,
    `complete -c ${program} -f`,
    ...lines,
    "",
  ].join("\n");
}

/** What an option takes, which it cannot do without. */
function requiredOf({ values, isList, kind }: Place): string {
  if (values !== undefined) {
    const words = values.join(" ");
    return isList ? `-x -a ${quoted(`(__fish_append , ${words})`)}` : `-x -a ${quoted(words)}`;
  }
  if (kind === "folder") return `-x -a '(__fish_complete_directories)'`;
  return kind === "file" ? "-r -F" : "-x";
}

function argumentOf({ values }: Place): string {
  return values === undefined ? "-F" : `-a ${quoted(values.join(" "))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
