export { norm2 } from "../engine/reference/norm.ts";
