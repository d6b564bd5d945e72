/** Seconds in the words of a person who waits. */
export function durationText(seconds: number): string {
  if (seconds < 99.5) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
