import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bmkc", { bandwidth: "wide", burnIn: 10, sweeps: 45 });
