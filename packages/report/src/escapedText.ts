/**
 * A text as it stands in HTML and XML, between elements and in attributes. Characters that XML does not allow, not even as references, are shown by
 * their pictures (␛) or as �.
 */
export function escapedText(text: string): string {
  return text
    .replaceAll(forbidden, (character) => {
      const code = character.charCodeAt(0);
      return code < 32 ? String.fromCharCode(0x2400 + code) : "\uFFFD";
    })
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Control characters below 32 but tab and line ends, halves of a pair, and two that are no characters: all but production 2 of XML 1.0. */
const forbidden = /[^\P{Cc}\t\n\r\u007F-\u009F]|[\uFFFE\uFFFF]|\p{Surrogate}/gu;
