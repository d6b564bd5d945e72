import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bkpc", { burnIn: 40, sweeps: 60 });
