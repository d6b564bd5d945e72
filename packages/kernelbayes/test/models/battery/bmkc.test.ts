import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bmkc");
