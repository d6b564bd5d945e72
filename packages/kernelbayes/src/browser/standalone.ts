// The whole library and its web workers as one module without imports, for pages that no bundler has touched.
export * from "../index.ts";
export * from "./index.ts";
