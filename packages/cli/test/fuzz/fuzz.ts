import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Verdict } from "./subject.ts";

/** How a case broke a promise. "crash": an error that is no refusal, or the end of its process. "unsolved": a computation that gave up without a listed reason. */
export type FailureKind = "crash" | "hang" | "bad probability" | "unsolved";

/** A case that broke a promise. */
interface Failure {
  /** `subject:seed`, or the name of a kept case. */
  readonly name: string;
  readonly kind: FailureKind;
  readonly story: string;
}

export interface FuzzResult {
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly failures: readonly Failure[];
  /** Milliseconds of the slowest case, and its name. */
  readonly slowest: { readonly name: string; readonly milliseconds: number };
}

/** Milliseconds that a case may take before it counts as one that does not end. */
const mostMilliseconds = 10_000;

interface Broken {
  readonly kind: FailureKind;
  readonly story: string;
}

/** What the process that judges tells. */
export type Report =
  | { readonly ended: string; readonly verdict: Verdict }
  | ({ readonly ended: string } & Broken)
  | { readonly isReady: true };

/**
 * Judges cases in another process, one after the other until there are no more: a case that crashes the process or does not end fails, and
 * a new process goes on with the next.
 */
export async function fuzz(cases: Iterator<string>): Promise<FuzzResult> {
  const counts = { valid: 0, refused: 0, unsolved: 0 };
  const failures: Failure[] = [];
  let slowest = { name: "none", milliseconds: 0 };
  let child: ChildProcess | undefined;
  try {
    for (let next = cases.next(); !next.done; next = cases.next()) {
      child ??= await begun();
      const name = next.value;
      const began = performance.now();
      const outcome = await judged(child, name);
      const milliseconds = performance.now() - began;
      if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds };
      if ("verdict" in outcome) counts[outcome.verdict]++;
      else failures.push({ name, kind: outcome.kind, story: outcome.story });
      if (!child.connected) child = undefined;
    }
  } finally {
    child?.kill();
  }
  return { counts, failures, slowest };
}

/** A process that is ready to judge; loading it does not count as a case. */
function begun(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("judgeCases.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`The process that judges ended with ${code} before it began.`)));
  });
}

function judged(child: ChildProcess, name: string): Promise<{ verdict: Verdict } | Broken> {
  return new Promise((resolve) => {
    const end = (outcome: { verdict: Verdict } | Broken): void => {
      clearTimeout(timer);
      child.removeAllListeners("message").removeAllListeners("exit");
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      child.removeAllListeners("message").removeAllListeners("exit");
      child.once("exit", () => end({ kind: "hang", story: `It did not end within ${mostMilliseconds / 1000} s.` }));
      child.kill("SIGKILL");
    }, mostMilliseconds);
    child.on("message", (report: Report) => {
      if ("ended" in report) end(report);
    });
    child.once("exit", (code, signal) => end({ kind: "crash", story: `The process ended with ${signal ?? code}.` }));
    child.send(name);
  });
}
