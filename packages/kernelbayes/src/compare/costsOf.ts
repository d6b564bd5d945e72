import { InputError } from "../errors.ts";

/** What decisions cost: for each possible decision what it costs if the truth is class c. */
export interface Costs {
  /** The names of the decisions: classes, and whatever else can be done. */
  readonly actions: readonly string[];
  readonly costs: readonly Float64Array[];
}

/**
 * Costs from an object that has for each possible decision an object with the cost for each true class. A right decision costs nothing
 * unless it is said; all other costs have to be there. A decision that is no class is something else that can be done, whatever the
 * truth, such as asking somebody.
 *
 * @example costsOf({ sick: { healthy: 1 }, healthy: { sick: 20 }, "ask a doctor": { sick: 2, healthy: 2 } }, ["healthy", "sick"])
 */
export function costsOf(document: unknown, classes: readonly string[]): Costs {
  const rows = record(document, "The costs");
  const named = Object.keys(rows);
  // Classes in their order: of equal costs the more probable class is decided for.
  const actions = [
    ...classes.filter((label) => named.includes(label)),
    ...named.filter((name) => !classes.includes(name)),
  ];
  if (actions.length === 0) throw wrong(`name no decision. ${example(classes)}`);
  return { actions, costs: actions.map((action) => costsOfAction(action, rows[action], classes)) };
}

function costsOfAction(action: string, given: unknown, classes: readonly string[]): Float64Array {
  const entries = record(given, `The costs of deciding ${JSON.stringify(action)}`);
  const stranger = Object.keys(entries).find((label) => !classes.includes(label));
  if (stranger !== undefined) {
    throw wrong(
      `of deciding ${JSON.stringify(action)} name the class ${JSON.stringify(stranger)}, which the model does not know. ` +
        `Its classes are ${classes.map((label) => JSON.stringify(label)).join(", ")}.`,
    );
  }
  return Float64Array.from(classes, (label) => {
    const cost = Object.hasOwn(entries, label) ? entries[label] : label === action ? 0 : undefined;
    if (typeof cost === "number" && Number.isFinite(cost)) return cost;
    throw wrong(
      `of deciding ${JSON.stringify(action)} lack a number for the true class ${JSON.stringify(label)}. ${example(classes)}`,
    );
  });
}

function record(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InputError("invalid-costs", `${what} should be an object; got ${JSON.stringify(value)}.`);
}

function wrong(message: string): InputError {
  return new InputError("invalid-costs", `The costs ${message}`);
}

/** What a file of costs looks like for these classes. */
function example([first, second]: readonly string[]): string {
  const costs = { [first]: { [second]: 10 }, [second]: { [first]: 1 } };
  return `For example: ${JSON.stringify(costs)}, where deciding ${JSON.stringify(first)} costs 10 if the truth is ${JSON.stringify(second)}.`;
}
