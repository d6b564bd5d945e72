import { escapedText } from "../escapedText.ts";

/**
 * An element with all within it as XML, which is also what HTML takes for an inline SVG. The `outerHTML` of a document without a
 * page leaves < and & in attributes as they are, which no program that reads SVG files accepts.
 */
export function svgText(element: Element): string {
  const name = element.localName;
  const attributes = Array.from(element.attributes, (each) => ` ${each.name}="${escapedText(each.value)}"`).join("");
  const inner = Array.from(element.childNodes, (node) =>
    isElement(node) ? svgText(node) : escapedText(node.textContent ?? ""),
  ).join("");
  return inner === "" ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
