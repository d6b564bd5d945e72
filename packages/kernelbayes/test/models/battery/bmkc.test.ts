import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bmkc", { bandwidth: "wide", burnIn: 5, sweeps: 16 });
