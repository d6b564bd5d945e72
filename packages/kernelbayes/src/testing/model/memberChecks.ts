import { logOfRest } from "../../numeric/logSumExp.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import { normal, stream } from "../../random/index.ts";
import { selectRows, tableFromColumns, tableOf, type Table } from "../../table/table.ts";
import { ensure } from "../check.ts";
import {
  clouds,
  fitted,
  fittedClouds,
  fittedOrRefused,
  labels,
  labelsOf,
  numberColumn,
  target,
  withNumbers,
  withRareClass,
  withTexts,
  modelCheck,
  type ModelCheck,
  type Trial,
} from "./trial.ts";

/** Models that combine members show them, and predict nothing that none of the members would support. */
export const memberChecks: readonly ModelCheck[] = [
  modelCheck("members-shown", "the members' own predictions are there for every row and sum to one", (trial) => {
    const table = clouds(trial.classes, 10, 9);
    const members = fittedClouds(trial).members?.(table) ?? [];
    ensure(members.length > 0, "there are no members");
    for (const { title, logProbabilities } of members) {
      const { rows, columns, data } = logProbabilities;
      ensure(rows === table.rows && columns === trial.classes, `"${title}" predicts ${rows} rows, ${columns} classes`);
      for (let row = 0; row < rows; row++) {
        const sum = data.subarray(row * columns, (row + 1) * columns).reduce((all, log) => all + Math.exp(log), 0);
        ensure(Math.abs(sum - 1) < 1e-9, `"${title}": the probabilities of row ${row + 1} sum to ${sum}`);
      }
    }
  }),
  modelCheck(
    "near-members",
    "log odds lie in the range of the members', stretched at most twofold from 0 and widened by 1",
    (trial) => ensureNearMembers(fittedClouds(trial), clouds(trial.classes, 50, 9, 3)),
  ),
  modelCheck("near-members-overlap", "log odds stay near the members' where classes hardly differ", (trial) => {
    const table = clouds(trial.classes, 20, 4, 0.2);
    ensureNearMembers(fitted(trial, table), table);
  }),
  modelCheck("near-members-one-row-a-class", "log odds stay near the members' with one row of each class", (trial) =>
    nearMembersOrRefused(trial, firstRows(clouds(trial.classes), trial.classes)),
  ),
  modelCheck(
    "near-members-three-rows",
    "log odds stay near the members' with two rows of one class and one of each other",
    (trial, table) => nearMembersOrRefused(trial, firstRows(table, trial.classes + 1)),
  ),
  modelCheck(
    "near-members-rare-class",
    "log odds stay near the members' where a class has one row of forty, which no fit without it can predict",
    (trial) => {
      const table = withRareClass(clouds(trial.classes, Math.ceil(39 / (trial.classes - 1))), 1);
      nearMembersOrRefused(trial, table);
    },
  ),
  modelCheck(
    "near-members-group",
    "log odds stay near the members' where all rows of a class are in one group",
    (trial) => {
      const table = clouds(trial.classes, 20, 7, 1);
      const groups = labelsOf(table).map((label, row) => (label === "birch" ? "birches" : `group ${row % 5}`));
      nearMembersOrRefused(trial, withTexts(table, "group", groups), "group");
    },
  ),
  modelCheck(
    "near-members-constant-columns",
    "log odds stay near the members' where columns are constant, or constant but for one row",
    (trial, table) => {
      const constant = withNumbers(table, "site", new Float64Array(table.rows).fill(7));
      const nearly = Float64Array.from({ length: table.rows }, (_, row) => (row === 3 ? 1 : 0));
      nearMembersOrRefused(trial, withNumbers(constant, "mark", nearly));
    },
  ),
  modelCheck(
    "near-members-conflicts",
    "log odds stay near the members' where equal rows have different labels",
    (trial) => {
      const table = clouds(trial.classes, 10);
      const others = labelsOf(table).map((_, row) => labels[(row + 1) % trial.classes]);
      const rows = Array.from({ length: 2 * table.rows }, (_, row) => row % table.rows);
      const twice = selectRows(table, rows);
      nearMembersOrRefused(trial, withTexts(twice, target, [...labelsOf(table), ...others]));
    },
  ),
  modelCheck(
    "near-members-many-columns",
    "log odds stay near the members' with many more columns than rows, all but three of them noise",
    (trial) => {
      const table = clouds(trial.classes, 8);
      const random = stream(5);
      const noise = Array.from({ length: 200 }, (_, j) =>
        numberColumn(
          `noise ${j}`,
          Float64Array.from({ length: table.rows }, () => normal(random)),
        ),
      );
      nearMembersOrRefused(trial, tableOf([...noise, ...table.columns]));
    },
  ),
  modelCheck(
    "near-members-many-classes",
    "log odds stay near the members' with twenty classes of three rows each",
    (trial) => {
      const random = stream(6, trial.classes);
      const classes = Array.from({ length: 60 }, (_, row) => Math.floor(row / 3));
      const cells = (factor: number): number[] => classes.map((k) => Math.sin(factor * k) + 0.3 * normal(random));
      const table = tableFromColumns({ a: cells(1), b: cells(2), [target]: classes.map((k) => `kind ${k}`) });
      nearMembersOrRefused(trial, table);
    },
  ),
];

function firstRows(table: Table, count: number): Table {
  return selectRows(
    table,
    Array.from({ length: count }, (_, row) => row),
  );
}

function nearMembersOrRefused(trial: Trial, table: Table, group?: string): void {
  const posterior = fittedOrRefused(trial, table, group === undefined ? {} : { group });
  if (posterior) ensureNearMembers(posterior, table);
}

/** How far a combination may sharpen the log odds of its members, and by how much it may move them. */
const stretch = 2;
const shift = 1;

/**
 * A combination may be surer than its members, who may each know something of their own, and less sure, where they proved to be
 * too sure. So with their log odds from a to b, those of the combination lie between min(0, 2a) − 1 and max(0, 2b) + 1: members
 * that agree on a third cannot become one in a thousand.
 */
export function ensureNearMembers(posterior: Posterior, table: Table): void {
  const members = posterior.members?.(table) ?? [];
  ensure(members.length > 0, "there are no members");
  const { logProbabilities, classes } = posterior.predict(table);
  const C = classes.length;
  const oddsOf = ({ data }: { readonly data: Float64Array }, row: number): Float64Array => {
    const logs = data.subarray(row * C, (row + 1) * C);
    const rest = logOfRest(logs);
    return logs.map((log, c) => log - rest[c]);
  };
  for (let row = 0; row < table.rows; row++) {
    const together = oddsOf(logProbabilities, row);
    const each = members.map((member) => oddsOf(member.logProbabilities, row));
    together.forEach((odds, c) => {
      const least = Math.min(...each.map((own) => own[c]));
      const most = Math.max(...each.map((own) => own[c]));
      ensure(
        odds >= Math.min(0, stretch * least) - shift && odds <= Math.max(0, stretch * most) + shift,
        `row ${row + 1}, class ${classes[c]}: log odds ${odds}, those of members from ${least} to ${most}`,
      );
    });
  }
}
