import { damaged } from "../damaged.ts";

/** A tag of an XML text, without the prefixes of namespaces. */
export interface XmlTag {
  readonly name: string;
  readonly kind: "open" | "close" | "empty";
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  /** The value of an attribute, or undefined. */
  attribute(name: string): string | undefined;
}

const tags =
  /<(?:!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>|\?[\s\S]*?\?>|(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^<>"]*"|'[^<>']*')*?)(\/?)>)/y;
const attributes = /(?:^|\s)(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Excel has cells of up to 32 767 characters, and an entity takes up to 6 of them. The time that the reader takes grows with the square of what is between two tags. */
const longestPiece = 2 ** 18;

/**
 * The tags of an XML text in their order. It checks little; what the spreadsheets of all programs have not, and what a later reader might take
 * differently, is refused: declarations of entities, and angle brackets in attributes.
 */
export function* xmlTags(text: string): Generator<XmlTag> {
  const matcher = new RegExp(tags);
  let end = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", end)) {
    matcher.lastIndex = at;
    const found = matcher.exec(text);
    if (found === null) throw damaged("Excel", "its XML is not well-formed");
    if (matcher.lastIndex - end > longestPiece) throw damaged("Excel", "a cell is longer than Excel allows");
    end = matcher.lastIndex;
    const [, slash, name, written, closing] = found;
    if (name === undefined) continue;
    yield {
      name,
      kind: slash === "/" ? "close" : closing === "/" ? "empty" : "open",
      from: at,
      to: end,
      attribute: (wanted) => attributeIn(written, wanted),
    };
  }
}

/** Refuses XML that `xmlTags` refuses. */
export function checkXml(text: string): void {
  for (const tag of xmlTags(text)) if (tag.name === "") return;
}

function attributeIn(written: string, wanted: string): string | undefined {
  let value: string | undefined;
  for (const found of written.matchAll(attributes)) if (found[1] === wanted) value = found[2] ?? found[3];
  return value === undefined ? undefined : decoded(value);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : String(whole);
  });
}
