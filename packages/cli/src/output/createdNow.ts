/** The present time as reports show it, to the minute. */
export function createdNow(): string {
  return `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
