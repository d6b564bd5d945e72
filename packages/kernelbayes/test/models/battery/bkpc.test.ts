import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bkpc", { bandwidth: "median", burnIn: 40, sweeps: 60 });
