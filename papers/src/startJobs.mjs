// The script of a process of a cluster's worker. Such processes start without the flags of the program, so this one has to register tsx itself.
import { register } from "tsx/esm/api";

register();
await import("./jobs.ts");
