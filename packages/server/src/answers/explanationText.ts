import type { ShapleyOutput, ShapleyValues } from "kernelbayes/explain";
import type { ExplainWords } from "../requests/predictSchema.ts";

/** What columns contribute, and of which classes that is shown. */
export interface Explanation {
  readonly values: ShapleyValues;
  readonly classes: NonNullable<ExplainWords["classes"]>;
}

/** How the rows of an answer were explained, as JSON text. */
export function howExplained({ values: { absent, scale, method, backgroundRows } }: Explanation): string {
  return JSON.stringify({ absent, scale, method, backgroundRows });
}

/** What the columns of a row contribute, as JSON text: to its decided class, or to each class. */
export function explanationOfRow({ values, classes }: Explanation, row: number, decided: string): string {
  const { columns } = values;
  const outputs = classes === "all" ? values.outputs.map(asItIs) : outputsFor(values.outputs, decided);
  const byColumn = (of: ShapleyOutput["errors"], sign: number): Record<string, number> | undefined =>
    of && Object.fromEntries(columns.map((column, j) => [column, sign * of.data[row * columns.length + j]]));
  return JSON.stringify(
    outputs.map(({ output, sign, class: name, against }) => ({
      class: name,
      against,
      base: sign * output.base,
      total: sign * output.totals[row],
      contributions: byColumn(output.contributions, sign),
      deviations: byColumn(output.deviations, 1),
      errors: byColumn(output.errors, 1),
    })),
  );
}

/** An output as it is, or turned round: then it rises with what it falls with otherwise. */
interface Turned {
  readonly output: ShapleyOutput;
  readonly sign: 1 | -1;
  readonly class: string;
  readonly against: string | undefined;
}

function asItIs(output: ShapleyOutput): Turned {
  return { output, sign: 1, class: output.class, against: output.against };
}

/** The outputs that a class takes part in, each so that it rises with the class. */
function outputsFor(outputs: readonly ShapleyOutput[], name: string): Turned[] {
  const own = outputs.filter((output) => output.class === name).map(asItIs);
  const rivals = new Set(own.map(({ against }) => against));
  const turned = outputs
    .filter((output) => output.against === name && !rivals.has(output.class))
    .map((output): Turned => ({ output, sign: -1, class: name, against: output.class }));
  return [...own, ...turned];
}
