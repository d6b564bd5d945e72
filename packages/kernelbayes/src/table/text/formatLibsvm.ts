import { InputError } from "../../errors.ts";
import { thatRow, wording } from "../../wording.ts";
import { asText, writtenNumbers } from "../column.ts";
import { checkSameColumns } from "../concatenateTables.ts";
import type { TableWriter } from "../format.ts";
import { labelName } from "./parseLibsvm.ts";
import { quote } from "../quote.ts";
import { columnNamed, type Table } from "../table.ts";

export interface FormatLibsvmOptions {
  /** The name of the label column. Default: `"label"`, as `parseLibsvm` calls it. */
  readonly target?: string;
}

/**
 * The table as LIBSVM text: a row a line, first its label, then those numbers that are not 0 with the places of their columns,
 * counted from 1 without the label; a missing number is `nan`. The format has no names: `parseLibsvm` calls the columns `label`, `x1`, `x2`, … and
 * else gives the same table again, if it is told the number of `features`.
 *
 * All columns but the target must be numbers, and labels without blanks, `:` and `#`; what cannot be written is an
 * `InputError`.
 */
export function formatLibsvm(table: Table, { target = labelName }: FormatLibsvmOptions = {}): string {
  const labels = asText(columnNamed(table, target)).map((label, row) => checkedLabel(label, target, row + 1));
  const features = table.columns
    .filter(({ name }) => name !== target)
    .map((column) => {
      if (column.type === "number") return writtenNumbers(column);
      throw new InputError(
        "not-a-number",
        `Column ${quote(column.name)} is of ${column.type}s; LIBSVM text holds numbers only.`,
        { column: column.name },
        "Code it as numbers, or leave it out.",
      );
    });
  return labels
    .map((label, row) => {
      const pairs = features.map((texts, j) => (texts[row] === "0" ? "" : ` ${j + 1}:${texts[row]?.trim() ?? "nan"}`));
      return `${label}${pairs.join("")}\n`;
    })
    .join("");
}

/** Writes a table in parts; its labels are in the column `label`. */
export function libsvmWriter(): TableWriter<string> {
  let first: Table | undefined;
  return {
    add(table) {
      checkSameColumns((first ??= table), table);
      return formatLibsvm(table);
    },
    end: () => "",
  };
}

function checkedLabel(label: string | undefined, column: string, row: number): string {
  if (label !== undefined && label !== "" && !/[\s:#]|^nan$/i.test(label)) return label;
  const found = label === undefined ? "it is missing" : `got ${quote(label)}`;
  throw new InputError(
    "invalid-label",
    wording`Row ${thatRow}: a label in LIBSVM text must be a word without blanks, ":" and "#", other than nan; ${found}.`,
    { row, column },
  );
}
