/** A text of at most so many letters, the end of a longer one replaced by an ellipsis. */
export function shortText(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}
