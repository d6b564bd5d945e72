import type { Work } from "../run/work.ts";

/** The work of a minimization, its progress reported as that of the maximization it stands for. */
export function* rising<Result>(work: Work<Result>): Work<Result> {
  let step = work.next();
  while (!step.done) {
    const { value } = step;
    const isProgress = value.kind === "progress" && value.objective !== undefined;
    step = work.next(yield isProgress ? { ...value, objective: -(value.objective ?? 0) } : value);
  }
  return step.value;
}
