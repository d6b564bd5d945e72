export { svgDocument } from "./svgDocument.ts";
export { livingParts, livingRows } from "./living/livingParts.ts";
