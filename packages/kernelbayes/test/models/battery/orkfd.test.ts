import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("orkfd");
