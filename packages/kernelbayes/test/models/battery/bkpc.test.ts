import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bkpc", { sweeps: 80 });
