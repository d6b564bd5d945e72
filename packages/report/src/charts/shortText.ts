/** A text of at most so many letters; of a longer one the middle is replaced by an ellipsis, since names often differ at their end. */
export function shortText(text: string, most: number): string {
  const letters = Array.from(text);
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) * 0.4);
  return `${letters.slice(0, most - 1 - end).join("")}…${letters.slice(letters.length - end).join("")}`;
}
