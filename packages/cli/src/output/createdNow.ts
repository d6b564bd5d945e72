/**
 * The present time as reports show it, to the minute; or that of SOURCE_DATE_EPOCH, in seconds since 1970, by which builds that are to be
 * reproduced byte for byte fix their dates.
 */
export function createdNow(): string {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  const date = epoch !== undefined && /^\d{1,11}$/.test(epoch) ? new Date(1000 * Number(epoch)) : new Date();
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
