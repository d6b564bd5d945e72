import { InputError, type Posterior } from "kernelbayes";
import type { ShapleyOptions } from "kernelbayes/explain";
import type { TableWords } from "../input/tableOptions.ts";
import { choice, fraction, nameList, wholeNumber } from "../options.ts";

/** What the options of `explain` were given, as written. */
export interface ExplainWords extends TableWords {
  readonly row?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly chunks?: boolean | undefined;
  readonly class?: string | undefined;
  readonly background?: string | undefined;
  readonly backgroundRows?: string | undefined;
  readonly method: string;
  readonly scale?: string | undefined;
  readonly orders: string;
  readonly deviations?: true | undefined;
  readonly counterfactual?: string | true | undefined;
  readonly fixed?: string | undefined;
  readonly neighbours?: string | undefined;
  readonly training?: string | undefined;
  readonly effects?: string | undefined;
  readonly interactions?: true | undefined;
  readonly relevance?: true | undefined;
  readonly slices?: string | true | undefined;
  readonly fairness?: string | undefined;
  readonly learningCurve?: true | undefined;
  readonly columnCurve?: true | undefined;
  readonly out?: string | undefined;
  readonly seed: string;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Whether anything but contributions is asked for. */
export function asksMore(words: ExplainWords): boolean {
  const { counterfactual, neighbours, effects, interactions, relevance, slices, fairness, learningCurve, columnCurve } =
    words;
  return [
    counterfactual,
    neighbours,
    effects,
    interactions,
    relevance,
    slices,
    fairness,
    learningCurve,
    columnCurve,
  ].some((word) => word !== undefined);
}

/** The options of contributions, but for the background. */
export function shapleyOptions(words: ExplainWords): Omit<ShapleyOptions, "background"> {
  const method = choice("method", words.method, ["background", "removed", "sampled"]);
  return {
    absent: method === "removed" ? "removed" : "background",
    method: method === "sampled" ? "sampled" : undefined,
    scale: words.scale === undefined ? undefined : choice("scale", words.scale, ["log-odds", "latent"]),
    backgroundRows:
      words.backgroundRows === undefined ? undefined : wholeNumber("background-rows", words.backgroundRows, 1),
    orders: wholeNumber("orders", words.orders, 2),
    deviations: words.deviations === true,
    seed: wholeNumber("seed", words.seed, Number.MIN_SAFE_INTEGER),
  };
}

/** The rows of --row, from 0. */
export function rowNumbers({ row }: Pick<ExplainWords, "row">, rows: number): number[] | undefined {
  if (row === undefined) return undefined;
  return nameList("row", row).map((text) => {
    const number = wholeNumber("row", text, 1);
    if (number <= rows) return number - 1;
    throw new InputError("no-such-row", `--row ${number}: the table has ${rows} rows.`);
  });
}

/** The class of --class as a number. */
export function classNumber({ classes }: Pick<Posterior, "classes">, label: string | undefined): number | undefined {
  if (label === undefined) return undefined;
  const number = classes.indexOf(label);
  if (number >= 0) return number;
  throw new InputError("unknown-class", `There is no class "${label}". The classes are ${classes.join(", ")}.`);
}

/** What --counterfactual is to reach: nothing in particular, a class, or a class with a probability. */
export function goalOf(
  { classes }: Pick<Posterior, "classes">,
  word: string | true,
): { readonly target?: string; readonly probability?: number } {
  if (word === true) return {};
  // A label may have an equals sign in it.
  if (classes.includes(word)) return { target: word };
  const at = word.lastIndexOf("=");
  const label = at < 0 ? word : word.slice(0, at);
  if (!classes.includes(label)) {
    throw new InputError("unknown-class", `There is no class "${label}". The classes are ${classes.join(", ")}.`);
  }
  return { target: label, probability: fraction("counterfactual", word.slice(at + 1)) };
}
