import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bkpc");
