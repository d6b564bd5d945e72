export { norm2 } from "../engine/reference/norm2.ts";
