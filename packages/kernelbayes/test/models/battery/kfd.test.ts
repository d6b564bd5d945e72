import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("kfd");
