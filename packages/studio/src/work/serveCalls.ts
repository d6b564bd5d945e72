import { InputError, type Table } from "kernelbayes";
import type { Back, CallName, Calls, Sent } from "../data/calls.ts";
import { text } from "../text.ts";
import { exampleTable } from "./exampleTable.ts";
import { prepared } from "./prepared.ts";
import { profileOf } from "./profileOf.ts";
import { readPasted, readTable } from "./readTable.ts";

/** As much of a worker as is needed here: the types of workers and of pages exclude each other. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Sent }) => void) | null;
  postMessage(message: Back): void;
}

type Handlers = {
  readonly [Name in CallName]: (
    sent: Calls[Name]["sent"],
    onProgress: (progress: unknown) => void,
  ) => Calls[Name]["back"] | Promise<Calls[Name]["back"]>;
};

/** Answers the page: reads and checks tables. */
export function serveCalls(): void {
  const scope = globalThis as unknown as WorkerScope;
  let table: Table | undefined;
  const hold = (read: Table): Table => {
    if (read.rows === 0) throw new InputError("empty-table", text.problems.noRows);
    table = read;
    return read;
  };
  const handlers: Handlers = {
    read: async ({ name, bytes }) => hold(await readTable(name, bytes)),
    paste: ({ content }) => hold(readPasted(content)),
    example: ({ name }) => hold(exampleTable(name)),
    hold: (sent) => {
      table = sent.table;
      return true;
    },
    profile({ draft }) {
      if (!table) throw new Error("There is no table.");
      const made = prepared(table, draft);
      return { profile: profileOf(made), table: made.table };
    },
  };
  scope.onmessage = ({ data: { id, name, sent } }) => {
    const answer = async (): Promise<unknown> =>
      await handlers[name](sent as never, (progress) => scope.postMessage({ id, progress }));
    answer().then(
      (result) => scope.postMessage({ id, result }),
      (error: unknown) => scope.postMessage({ id, problem: error instanceof Error ? error.message : String(error) }),
    );
  };
}
