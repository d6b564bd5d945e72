import type { CommandWords, Place } from "./commandWords.ts";

/** A script by which zsh completes the words of a command line. */
export function zshScript(program: string, commands: readonly CommandWords[]): string {
  return `#compdef ${program}
# Completion of ${program} for zsh: source <(${program} completion zsh), or a file _${program} in a folder of $fpath
_${program}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, description }) => `        ${quoted(`${name}:${description}`)}`).join("\n")}
      )
      _describe command commands ;;
    argument)
      case $words[1] in
${commands.map(commandCase).join("\n")}
      esac ;;
  esac
}
if [[ $funcstack[1] == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

function commandCase({ name, options, arguments: places }: CommandWords): string {
  const last = places.at(-1);
  const lines = [
    ...options.map(({ long, description, value }) =>
      quoted(`${long}[${escaped(description)}]${value === undefined ? "" : `:${value.name}:${actionOf(value)}`}`),
    ),
    ...(last === undefined ? [] : [quoted(`*:${last.name}:${actionOf(last)}`)]),
  ];
  return `        ${name}) _arguments \\\n${lines.map((line) => `          ${line}`).join(" \\\n")} ;;`;
}

function actionOf({ values, isList, kind, name }: Place): string {
  if (values !== undefined) return isList ? `_values -s , ${name} ${values.join(" ")}` : `(${values.join(" ")})`;
  return kind === "file" ? "_files" : kind === "folder" ? "_files -/" : "";
}

function escaped(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
