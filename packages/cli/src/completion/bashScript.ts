import type { CommandWords, Place } from "./commandWords.ts";

/** A script by which bash completes the words of a command line. */
export function bashScript(program: string, commands: readonly CommandWords[]): string {
  const names = [...commands.map(({ name }) => name), "--help", "--version"];
  return `# Completion of ${program} for bash: source <(${program} completion bash)
_${program}() {
  local IFS=$'\\n'
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" place
  for ((place = 1; place < COMP_CWORD; place++)); do
    case "\${COMP_WORDS[place]}" in
      -*) ;;
      *) command="\${COMP_WORDS[place]}"; break ;;
    esac
  done
  COMPREPLY=()
  if [[ -z $command ]]; then
    ${replied(names)}
    return
  fi
  case "$command $previous" in
${commands.flatMap(valueCases).join("\n")}
  esac
  case "$command" in
${commands.map(commandCase).join("\n")}
  esac
}
complete -F _${program} ${program}
`;
}

/** What follows an option that takes a value. */
function valueCases({ name, options }: CommandWords): string[] {
  return options.flatMap(({ long, value }) =>
    value === undefined ? [] : [`    ${quoted(`${name} ${long}`)}) ${completed(value)}; return ;;`],
  );
}

/** Options of a command behind a dash, its arguments elsewhere. */
function commandCase({ name, options, arguments: [first, ...others] }: CommandWords): string {
  const place = others.at(-1) ?? first;
  return [
    `    ${name})`,
    `      if [[ $current == -* ]]; then ${replied(options.map(({ long }) => long))}`,
    ...(place === undefined ? [] : [`      else ${completed(place)}`]),
    "      fi ;;",
  ].join("\n");
}

function completed({ values, isList, kind }: Place): string {
  if (values !== undefined) return isList ? repliedList(values) : replied(values);
  if (kind === "text") return ":";
  return `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -${kind === "folder" ? "d" : "f"} -- "$current"))`;
}

function replied(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W ${wordList(words)} -- "$current"))`;
}

/** The word behind the last comma, what stands before it being kept. */
function repliedList(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -P "\${current%"\${current##*,}"}" -W ${wordList(words)} -- "\${current##*,}"))`;
}

/** The list is split at line ends, which are the only field separator inside the function. */
function wordList(words: readonly string[]): string {
  return `$'${words.join("\\n")}'`;
}

function quoted(text: string): string {
  return `"${text}"`;
}
