import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("lda");
