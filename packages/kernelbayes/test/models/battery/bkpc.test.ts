import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bkpc", { bandwidth: "median", burnIn: 15, sweeps: 30 });
