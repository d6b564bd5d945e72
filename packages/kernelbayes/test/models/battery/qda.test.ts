import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("qda");
