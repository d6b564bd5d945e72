import type { Call } from "./routines.ts";
import type { Work } from "./work.ts";

/** Makes each call of an operation in this thread. */
export function run<Result>(work: Work<Result>, make: (call: Call) => void): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    make(step.value);
  }
}

/** Makes each call of an operation in a thread of libuv's pool, while the event loop of this one turns. */
export async function runAside<Result>(work: Work<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await makeAside(step.value);
  }
}

/** The calls that other threads are at work on: koffi holds no reference to the memory they read and write. */
const inFlight = new Set<Call>();

async function makeAside(call: Call): Promise<void> {
  inFlight.add(call);
  try {
    await new Promise<void>((resolve, reject) => {
      call.routine.async(...call.arguments, (error: Error | null) => (error ? reject(error) : resolve()));
    });
  } finally {
    inFlight.delete(call);
  }
}
