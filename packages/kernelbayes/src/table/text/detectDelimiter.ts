import { splitRecords } from "./splitRecords.ts";

const candidates = [",", ";", "\t", "|"];

/** Only so many characters at the beginning of a text are looked at. */
export const sampleLength = 100_000;
const sampleRecords = 20;

/**
 * The delimiter of a text: among comma, semicolon, tab and `|`, one that divides the first twenty records into equally
 * many cells goes before one that does not; then the one that gives the first record the most cells; then the earlier in
 * this list. A text that contains none of them has one column, and a comma will do.
 */
export function detectDelimiter(text: string): string {
  const sample = text.slice(0, sampleLength);
  let best = { delimiter: ",", even: false, cells: 1 };
  for (const delimiter of candidates) {
    const { even, cells } = divide(sample, delimiter);
    if (cells > 1 && (even === best.even ? cells > best.cells : even)) best = { delimiter, even, cells };
  }
  return best.delimiter;
}

function divide(sample: string, delimiter: string): { even: boolean; cells: number } {
  const counts: number[] = [];
  let even = true;
  try {
    splitRecords(sample, delimiter, (bounds) => {
      counts.push(bounds.length / 2);
      return counts.length < sampleRecords;
    });
  } catch {
    even = sample.length === sampleLength; // the end of the sample may cut through quotation marks
  }
  if (sample.length === sampleLength && counts.length > 1 && counts.length < sampleRecords) counts.pop(); // cut short
  return { even: even && counts.every((count) => count === counts[0]), cells: counts[0] ?? 1 };
}
