import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("rfm");
