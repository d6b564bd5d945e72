/** What waits for something, until its time is over. */
export interface Deadline {
  /** When it is over, by the clock of the process. */
  readonly end: number;
  readonly expire: () => void;
  /** Its place among those that wait; −1 when it does no more. */
  place: number;
}

/** Ends waiting after so many milliseconds, with one timer for all that wait: most of them end long before. */
export interface Deadlines {
  add(expire: () => void): Deadline;
  remove(deadline: Deadline): void;
}

/** A plain list, whose places are taken over: sets and linked lists keep what they held alive until a full collection, which costs more than the requests. */
export function deadlines(milliseconds: number): Deadlines {
  const waiting: Deadline[] = [];
  let timer: NodeJS.Timeout | undefined;

  const remove = (deadline: Deadline): void => {
    if (deadline.place < 0) return;
    const last = waiting.pop()!;
    if (last !== deadline) {
      waiting[deadline.place] = last;
      last.place = deadline.place;
    }
    deadline.place = -1;
  };

  const look = (): void => {
    timer = undefined;
    const now = performance.now();
    for (const deadline of waiting.filter(({ end }) => end <= now)) {
      if (deadline.place < 0) continue;
      remove(deadline);
      deadline.expire();
    }
    if (timer === undefined && waiting.length > 0) {
      arm(waiting.reduce((least, { end }) => Math.min(least, end), Infinity) - now);
    }
  };

  // What waits has a connection, which keeps the process alive as long as need be.
  const arm = (left: number): void => void (timer = setTimeout(look, Math.max(1, Math.ceil(left))).unref());

  return {
    add(expire) {
      const deadline = { end: performance.now() + milliseconds, expire, place: waiting.length };
      waiting.push(deadline);
      if (timer === undefined) arm(milliseconds);
      return deadline;
    },
    remove,
  };
}
