import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("rda");
