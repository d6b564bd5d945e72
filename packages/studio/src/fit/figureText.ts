/** A rate in percent. */
export function rateText(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`;
}

export function numberText(value: number, digits = 3): string {
  return value.toFixed(digits).replace("-", "−");
}

/** Seconds as people say them. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 90 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;
}
