import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("logistic");
