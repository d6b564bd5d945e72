import { InputError, type Table } from "kernelbayes";
import { workerExecutor } from "kernelbayes/browser";
import { answerTo } from "@kernelbayes/report/parts";
import type { Back, CallName, Calls, Sent } from "../data/calls.ts";
import { text } from "../text.ts";
import { artefactOf } from "./artefactOf.ts";
import { exampleTable } from "./exampleTable.ts";
import { effectOf } from "./effectOf.ts";
import { costOf, fitOnce, type OpenFit } from "./fitOnce.ts";
import { catalogue } from "./modelOf.ts";
import { openFit } from "./openFit.ts";
import { openModel } from "./openModel.ts";
import { predictedTable } from "./predictedTable.ts";
import { prepared } from "./prepared.ts";
import { profileOf } from "./profileOf.ts";
import { readPasted, readTable } from "./readTable.ts";
import { formOf, sectionsOf } from "./reportOf.ts";

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

/** Answers the page: reads and checks tables, fits models, and answers questions about one of them. */
export function serveCalls(): void {
  const scope = globalThis as unknown as WorkerScope;
  const answers = handlers();
  scope.onmessage = ({ data: { id, name, sent } }) => {
    const answer = async (): Promise<unknown> =>
      await answers[name](sent as never, (progress) => scope.postMessage({ id, progress }));
    answer().then(
      (result) => scope.postMessage({ id, result }),
      (error: unknown) => scope.postMessage({ id, problem: error instanceof Error ? error.message : String(error) }),
    );
  };
}

function handlers(): Handlers {
  let held: Table | undefined;
  let opened: OpenFit | undefined;
  const hold = (read: Table): Table => {
    if (read.rows === 0) throw new InputError("empty-table", text.problems.noRows);
    held = read;
    return read;
  };
  const table = (): Table => {
    if (!held) throw new Error("There is no table.");
    return held;
  };
  const current = (): OpenFit => {
    if (!opened) throw new Error("There is no fit.");
    return opened;
  };
  return {
    read: async ({ name, bytes }) => hold(await readTable(name, bytes)),
    paste: ({ content }) => hold(readPasted(content)),
    example: ({ name }) => hold(exampleTable(name)),
    hold: (sent) => {
      held = sent.table;
      return true;
    },
    profile({ draft }) {
      const made = prepared(table(), draft);
      return { profile: profileOf(made), table: made.table };
    },
    catalogue,
    cost: ({ draft, request }) => costOf(table(), draft, request),
    async fit({ id, table: given, draft, request, script }, onProgress) {
      // Workers of this worker, which end with it.
      const address = URL.createObjectURL(script);
      const executor = workerExecutor({ script: `${address}#pool`, type: "classic" });
      try {
        const onFitted = (open: OpenFit): void => void (opened = open);
        const { open, record } = await fitOnce(given, draft, request, { id, executor, onProgress, onFitted });
        opened = open;
        return record;
      } finally {
        await executor.close();
        URL.revokeObjectURL(address);
      }
    },
    open({ table: given, record }) {
      opened = openFit(given, record);
      return true;
    },
    openModel(sent) {
      const { open, record } = openModel(sent);
      opened = open;
      return record;
    },
    form: () => formOf(current()),
    effect: ({ column }) => effectOf(current(), column),
    sections: ({ source, created }) => sectionsOf(current(), source, created),
    ask: ({ question }) => {
      const { posterior, fittable } = current();
      return answerTo({ posterior, table: fittable?.table }, question);
    },
    predict: ({ name, bytes }) => predictedTable(current(), name, bytes),
    artefact: (sent) => artefactOf(current(), sent),
  };
}
