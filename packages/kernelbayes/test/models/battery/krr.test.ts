import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("krr");
