import { type Column } from "kernelbayes";
import { trainingData } from "kernelbayes/evaluate";
import { asText, columnNamed } from "kernelbayes/table";
import type { Finding } from "kernelbayes/check";
import type { ColumnProfile, ShownFinding, TableProfile } from "../data/profile.ts";
import { text } from "../text.ts";
import { fixesOf } from "./fixesOf.ts";
import { histogramOf } from "./histogramOf.ts";
import { fittable, type Prepared } from "./prepared.ts";

/** So many classes have a color of their own, as in the charts of the report. */
const mostColors = 7;

/** What the table screen shows of a prepared table. */
export function profileOf(prepared: Prepared): TableProfile {
  const { table, target, roles, kinds, findings } = prepared;
  const labels = target === undefined ? [] : asText(columnNamed(table, target));
  const sizes = new Map<string, number>();
  for (const label of labels) if (label !== undefined) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  // In the order of the report: classes are numbered as a posterior numbers them, by name.
  const classes = [...sizes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, rows]) => ({ name, rows }));
  const shownClasses = Math.min(classes.length, mostColors);
  const numberOf = new Map(classes.slice(0, shownClasses).map(({ name }, at) => [name, at]));
  const own = Int32Array.from({ length: table.rows }, (_, row) => numberOf.get(labels[row] ?? "") ?? shownClasses);
  const columns = table.columns.map((column): ColumnProfile => {
    const { name, type } = column;
    return {
      name,
      role: roles[name],
      kind: kinds[name],
      isDate: type === "date",
      ...figuresOf(column),
      histogram: histogramOf(column, own, shownClasses + 1),
    };
  });
  return {
    rows: table.rows,
    target,
    classes,
    shownClasses,
    unlabelled: target === undefined ? 0 : labels.filter((label) => label === undefined).length,
    columns,
    findings: findings
      .filter(({ column }) => column === undefined || roles[column] !== "out" || isLeftOut(prepared, column))
      .map((finding) => shown(finding, prepared)),
    hindrance: hindranceOf(prepared, classes.length),
  };
}

/** Whether the check itself left the column out, so that it is worth a word. */
function isLeftOut({ findings }: Prepared, column: string): boolean {
  return findings.some((finding) => finding.column === column && finding.action === "left-out");
}

function shown(finding: Finding, { table }: Prepared): ShownFinding {
  const { code, column, problem, action, rows } = finding;
  return {
    code,
    column,
    problem,
    done: action === "repaired" ? text.findings.repaired : action === "left-out" ? text.findings.leftOut : undefined,
    rows,
    fixes: fixesOf(finding, table),
    isSerious:
      action === "none" && ["leak", "continuous-target", "label-spelling", "contradicting-rows"].includes(code),
  };
}

function figuresOf(column: Column): Pick<ColumnProfile, "missing" | "distinct" | "range"> {
  if (column.type !== "number") {
    return {
      missing: column.codes.filter((code) => code < 0).length,
      distinct: column.levels.length,
      range: undefined,
    };
  }
  const present = column.values.filter((value) => !Number.isNaN(value)).toSorted();
  let distinct = 0;
  for (let at = 0; at < present.length; at++) if (at === 0 || present[at] !== present[at - 1]) distinct++;
  const middle = present[Math.floor(present.length / 2)];
  return {
    missing: column.values.length - present.length,
    distinct,
    range: present.length === 0 ? undefined : [present[0], middle, present[present.length - 1]],
  };
}

/** So many classes are more than a classifier of the studio takes. */
const mostClasses = 200;

function hindranceOf(prepared: Prepared, classes: number): string | undefined {
  const { target, roles, table } = prepared;
  if (target === undefined) return text.hindrances.noLabel;
  if (classes < 2) return text.hindrances.oneClass(target, classes);
  if (classes > mostClasses) return text.hindrances.manyClasses(target, classes);
  if (!table.columns.some(({ name }) => roles[name] === "feature")) return text.hindrances.noFeatures;
  try {
    const { table: kept, options } = fittable(prepared, 1);
    trainingData(kept, options);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
