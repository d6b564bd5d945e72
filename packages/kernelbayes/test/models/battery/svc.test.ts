import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("svc");
