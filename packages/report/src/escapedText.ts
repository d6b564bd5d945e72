/** A text as it stands in HTML and XML, between elements and in attributes. */
export function escapedText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
