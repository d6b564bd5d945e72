import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("auto");
