import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("lssvm");
