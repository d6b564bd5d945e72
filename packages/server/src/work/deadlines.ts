/** What waits for something, until its time is over. */
export interface Deadline {
  /** Milliseconds of the clock at which it is over. */
  readonly end: number;
  readonly expire: () => void;
}

/** Ends waiting after so many milliseconds, with one timer for all that wait: most of them end long before. */
export interface Deadlines {
  add(expire: () => void): Deadline;
  remove(deadline: Deadline): void;
}

export function deadlines(milliseconds: number): Deadlines {
  // In the order of their ends, since all have the same time.
  const open = new Set<Deadline>();
  let timer: NodeJS.Timeout | undefined;

  const look = (): void => {
    timer = undefined;
    for (const deadline of open) {
      const left = deadline.end - performance.now();
      if (left > 0) return arm(left);
      open.delete(deadline);
      deadline.expire();
    }
  };

  // What waits has a connection, which keeps the process alive as long as need be.
  const arm = (left: number): void => void (timer = setTimeout(look, Math.ceil(left)).unref());

  return {
    add(expire) {
      const deadline = { end: performance.now() + milliseconds, expire };
      open.add(deadline);
      if (timer === undefined) arm(milliseconds);
      return deadline;
    },
    remove: (deadline) => void open.delete(deadline),
  };
}
