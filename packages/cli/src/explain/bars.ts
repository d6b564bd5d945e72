/** Eighths of a cell, from the left. */
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/** A bar from the left, as long as a share of so many cells. */
export function bar(share: number, cells: number): string {
  const filled = Math.max(0, Math.min(1, share)) * cells;
  const whole = Math.floor(filled);
  return "█".repeat(whole) + eighths[Math.round((filled - whole) * 8)];
}

/** A bar to the left or right of an axis in the middle of so many cells on either side. */
export function signedBar(share: number, cells: number): string {
  const size = Math.round(Math.max(0, Math.min(1, Math.abs(share))) * cells);
  const mark = size === 0 && share !== 0 ? (share < 0 ? "▕" : "▏") : "";
  const left = share < 0 ? mark || "█".repeat(size) : "";
  const right = share > 0 ? mark || "█".repeat(size) : "";
  return `${left.padStart(cells)}│${right.padEnd(cells)}`;
}

const levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/** Shares as a line of columns of different height. */
export function sparkline(shares: readonly number[]): string {
  return shares.map((share) => levels[Math.min(7, Math.max(0, Math.floor(share * 8)))]).join("");
}
