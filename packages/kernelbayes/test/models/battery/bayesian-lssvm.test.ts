import { putThroughBattery } from "./putThroughBattery.ts";

putThroughBattery("bayesian-lssvm");
