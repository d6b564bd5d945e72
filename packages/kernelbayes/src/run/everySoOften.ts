/** Seconds between two reports, as often as a display is drawn anew. */
const pause = 0.1;

/** Passes on a number, but not sooner than a tenth of a second after the last one; the clock gives seconds. */
export function everySoOften(report: (value: number) => void, clock: () => number): (value: number) => void {
  let reported = -Infinity;
  return (value) => {
    const now = clock();
    if (now - reported < pause) return;
    reported = now;
    report(value);
  };
}
