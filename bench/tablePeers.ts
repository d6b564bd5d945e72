import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pythons } from "./sklearnPeers.ts";
import { startLineProcess } from "./lineProcess.ts";

const script = fileURLToPath(new URL("tablePeers.py", import.meta.url));

/** The peers by name. */
export const tablePeerNames: readonly string[] = ["xgboost", "hist-boosting", "forest", "logistic-ridge"];

/** Probabilities of test rows by a peer. */
interface PeerPrediction {
  readonly classes: readonly string[];
  /** Row by row. */
  readonly probabilities: readonly number[];
  /** CPU seconds of fit and prediction. */
  readonly seconds: number;
}

/** Answers for one fold of a table. */
export interface TablePeers {
  /** "scikit-learn 1.2.1, xgboost 1.7.4". */
  readonly library: string;
  predict(request: {
    readonly file: string;
    readonly fold: number;
    readonly method: string;
    readonly seed: number;
  }): Promise<PeerPrediction>;
  close(): void;
}

/** A process with the peers, where a Python has scikit-learn, pandas and xgboost. */
export function startTablePeers(candidates: readonly string[] = pythons): TablePeers | undefined {
  for (const python of candidates) {
    const { status, stdout } = spawnSync(python, [script], { input: '"describe"\n', encoding: "utf8" });
    if (status !== 0) continue;
    const { library } = JSON.parse(stdout) as { readonly library: string };
    const process = startLineProcess(python, [script]);
    return {
      library,
      async predict(request) {
        const reply = JSON.parse(await process.ask(JSON.stringify(request))) as
          | PeerPrediction
          | { readonly error: string };
        if ("error" in reply) throw new Error(`${request.method}: ${reply.error}`);
        return reply;
      },
      close: process.close,
    };
  }
  return undefined;
}
