/** Serves kernelbayes classifiers to language models, as tools of the Model Context Protocol. */
export { serveTools, type ServedTools, type ToolOptions } from "./serveTools.ts";
