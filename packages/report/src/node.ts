export { svgDocument } from "./svgDocument.ts";
export { livingParts } from "./living/livingParts.ts";
