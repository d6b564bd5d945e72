/** Serves kernelbayes classifiers over HTTP. */
export { startServer, type ScoringServer } from "./scoringServer.ts";
export type { LogLevel, LogStream, NamedFile, ServerOptions } from "./settings/serverOptions.ts";
export { addKey, readKeys, type StoredKey } from "./keys/keyFile.ts";
export { namedFile } from "./models/modelName.ts";
export type { Problem } from "./problem/problem.ts";
