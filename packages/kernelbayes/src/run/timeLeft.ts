/** Of the seconds so far, this share is remembered: an early stage says little about the pace of the present one. */
const memory = 0.5;

/** Seconds, and a share of the work, of which nothing can be concluded. */
const least = { seconds: 1, fraction: 0.01 } as const;

/**
 * Estimates the seconds that are left of work from how much of it is done and how long it has taken: the remaining share at the
 * pace of late, in which the last half of the time counts most. Undefined as long as nothing can be concluded. Each work needs an estimator of its own, to be
 * called as progress comes and as often in between as a display is drawn.
 *
 * @example
 * const left = timeLeft();
 * onProgress: ({ fraction }) => console.log(left(fraction, (performance.now() - began) / 1000))
 */
export function timeLeft(): (fraction: number, elapsed: number) => number | undefined {
  let pace = 0;
  let before = { fraction: 0, elapsed: 0 };
  return (fraction, elapsed) => {
    const seconds = elapsed - before.elapsed;
    if (seconds > 0) {
      // All that came before counts as one step at its own pace, and fades.
      const share = 1 - Math.exp(-seconds / (memory * elapsed));
      const now = (fraction - before.fraction) / seconds;
      pace = before.elapsed === 0 ? now : pace + share * (now - pace);
      before = { fraction, elapsed };
    }
    if (fraction >= 1) return 0;
    return elapsed < least.seconds || fraction < least.fraction || !(pace > 0) ? undefined : (1 - fraction) / pace;
  };
}
