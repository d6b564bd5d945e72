export { svgDocument } from "./svgDocument.ts";
