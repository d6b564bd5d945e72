import type { Kernel } from "kernelbayes";
import type { Findings } from "./findings.ts";
import { markup, type Markup, type MarkupPart } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import { kernelOf } from "../charts/kernelOf.ts";
import { modelTitle } from "./modelTitle.ts";
import type { Section } from "./section.ts";
import { shellWords } from "./shellWords.ts";
import { fixedText, groupedDigits, numberText } from "./words.ts";

const mostParameters = 30;

type KernelParameter = Kernel["parameters"][number];

/** All that is needed to do the same again. */
export function recordSection({ input, posterior }: Findings): Section {
  const { model, seed, engine, library, encoding, training, evidence, score } = posterior;
  const { name: _, ...options } = model;
  const facts: (readonly [string, MarkupPart])[] = [
    ["Model", modelTitle(posterior)],
    [
      "Options",
      Object.keys(options).length > 0 ? markup`<code>${JSON.stringify(options)}</code>` : "all as they are by default",
    ],
    ["Seed", String(seed)],
    ["Missing cells", { refuse: "refused", impute: "imputed", drop: "their rows left out" }[encoding.missing]],
    ["Training rows", groupedDigits(training.of?.rows ?? training.rows.length)],
    ...(evidence === undefined ? [] : [["Log evidence", fixedText(evidence, 2)] as const]),
    ...(score === undefined
      ? []
      : [
          ["Leave-one-out log density", `${fixedText(score.total, 2)} ± ${fixedText(score.standardError, 2)}`] as const,
        ]),
    ["Library", `kernelbayes ${library}`],
    ["Engine", engine],
    ...Object.entries(input.versions ?? {}),
    ...(input.source === undefined ? [] : [["Table", input.source] as const]),
    ...(input.created === undefined ? [] : [["Made", input.created] as const]),
  ];
  return {
    id: "record",
    title: "What was done",
    gist: input.command ? "the command, the seed, the versions" : "the options, the seed, the versions",
    group: "record",
    content: [
      ...(input.command
        ? [
            markup`<p>The same table and this command give the same model again:</p>
              <pre tabindex="0"><code>${shellWords(input.command)}</code></pre>`,
          ]
        : []),
      htmlTable("The fit", [{ title: "What" }, { title: "Value" }], facts),
      ...kernelTable(posterior),
    ],
  };
}

function kernelTable(posterior: Findings["posterior"]): Markup[] {
  const kernel = kernelOf(posterior);
  if (!kernel || kernel.parameters.length === 0) return [];
  const parameters = withoutRepeats(kernel.parameters);
  const shown = parameters.slice(0, mostParameters);
  return [
    htmlTable(
      shown.length < parameters.length
        ? `The first ${shown.length} of ${parameters.length} parameters of the kernel (${kernel.kind})`
        : `Parameters of the kernel (${kernel.kind})`,
      [{ title: "Parameter" }, { title: "Value", isNumber: true }, { title: "Fixed" }],
      shown.map(({ name, value, fixed }) => [name, numberText(value), fixed ? "yes" : "no"]),
    ),
  ];
}

/** Parameters of several columns, named "lengthScale[0]" and so on, as one where they are all the same. */
function withoutRepeats(parameters: readonly KernelParameter[]): readonly KernelParameter[] {
  const listOf = ({ name }: KernelParameter): string => name.replace(/\[\d+\]$/, "");
  return [...new Set(parameters.map(listOf))].flatMap((name) => {
    const all = parameters.filter((each) => listOf(each) === name);
    const [{ value, fixed }] = all;
    const isOne = all.length > 1 && all.every((each) => each.value === value && each.fixed === fixed);
    return isOne ? [{ ...all[0], name: `${name}, the same for ${all.length} columns` }] : all;
  });
}
