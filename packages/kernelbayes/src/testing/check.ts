/**
 * One check of a battery: a sentence about behaviour, and a function that throws an `Error` when it does not hold. Batteries
 * need no test framework:
 *
 *     for (const check of engineBattery(engine)) test(check.title, () => check.run());
 */
export interface Check {
  readonly title: string;
  run(): void | Promise<void>;
}

export function check(title: string, run: () => void): Check {
  return { title, run };
}

/** Throws an `Error` with the message unless the condition holds. */
export function ensure(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** What the call throws, or undefined if it ends well. */
export function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
