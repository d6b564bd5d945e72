// Loaded into a command by bench/scaleCommands.ts: writes what its process took to its fourth stream.
import { writeSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const figures = {
    cpuSeconds: (user + system) / 1e6,
    wallSeconds: performance.now() / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  writeSync(3, JSON.stringify(figures));
});
