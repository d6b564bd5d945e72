// The script of a worker thread. Threads start without the flags of the program, so this one has to register tsx itself.
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");
