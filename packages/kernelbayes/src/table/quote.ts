const longest = 60;

/** The text in quotation marks for a message, with control characters made visible and the end of a long one left out. */
export function quote(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return JSON.stringify(shown);
}
