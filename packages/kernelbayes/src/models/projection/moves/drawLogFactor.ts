import { exponential, type Stream } from "../../../random/index.ts";

/** How many times as wide as guessed at an interval may become, and how many tries only rounding could ask for. */
const [mostSteps, mostTries] = [6, 200];

/**
 * Draws the logarithm of a factor λ by a slice (Neal 2003): where a log density of ln λ is above a level drawn below its height at λ = 1. An interval of the
 * guessed width about that place is stepped out and shrinks with every refusal. Where the height there is not finite nothing moves, and ln λ is 0.
 */
export function drawLogFactor(heightAt: (logFactor: number) => number, random: Stream, width: number): number {
  const level = heightAt(0) - exponential(random);
  if (!Number.isFinite(level)) return 0;
  let low = -width * random.uniform();
  let high = low + width;
  // How often either end may move is drawn too, or a bound would favour some points.
  const stepsDown = random.integer(mostSteps);
  for (let step = 0; step < stepsDown && heightAt(low) > level; step++) low -= width;
  for (let step = stepsDown + 1; step < mostSteps && heightAt(high) > level; step++) high += width;
  for (let tries = 0; tries < mostTries; tries++) {
    const logFactor = low + (high - low) * random.uniform();
    if (heightAt(logFactor) > level) return logFactor;
    if (logFactor < 0) low = logFactor;
    else high = logFactor;
  }
  return 0;
}
