import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("tsvc");
