import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("gpc");
