import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bfd-linear");
