import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("btsvc");
