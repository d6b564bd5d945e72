const units: Readonly<Record<string, number>> = { ms: 1e-3, s: 1, min: 60, m: 60, h: 3600 };

/** The seconds that a text such as "90", "60s", "2m" or "1h30m" tells; undefined if it tells none. */
export function duration(text: string): number | undefined {
  const plain = text.trim().toLowerCase();
  if (/^\d+(\.\d+)?$/.test(plain)) return Number(plain);
  if (!/^(\d+(\.\d+)?\s*(ms|s|min|m|h)\s*)+$/.test(plain)) return undefined;
  return Array.from(plain.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)/g)).reduce(
    (sum, [, number, unit]) => sum + Number(number) * units[unit],
    0,
  );
}
