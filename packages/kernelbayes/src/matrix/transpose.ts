export { transpose } from "../engine/reference/transpose.ts";
