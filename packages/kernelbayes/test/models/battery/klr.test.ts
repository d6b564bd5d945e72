import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("klr");
