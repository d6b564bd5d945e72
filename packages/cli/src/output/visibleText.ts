/**
 * A text as a terminal may be given it: characters that could move the cursor, color what follows or fill the clipboard are shown by their pictures,
 * ESC as ␛, and not obeyed. Tabs and line feeds stay.
 */
export function visibleText(text: string): string {
  return text.replaceAll(controls, (character) => {
    const code = character.charCodeAt(0);
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code === 127 ? "\u2421" : "\uFFFD";
  });
}

/** The same characters in JSON, where an escape keeps what they are. */
export function visibleJson(json: string): string {
  return json.replaceAll(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** C0 but tab and line feed, DEL, and C1, which some terminals obey as well. */
const controls = /[^\P{Cc}\t\n]/gu;
