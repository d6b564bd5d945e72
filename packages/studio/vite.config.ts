import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { contentPolicy } from "./build/contentPolicy.ts";
import { offline } from "./build/offline.ts";
import { oneFile } from "./build/oneFile.ts";
import { reportFiles } from "./build/reportFiles.ts";
import { workerText } from "./build/workerText.ts";

export default defineConfig({
  // Paths beside the page, so that the folder works under any address.
  base: "./",
  plugins: [svelte(), workerText(), reportFiles(), contentPolicy(), offline(), oneFile()],
  build: { target: "es2022", modulePreload: false, assetsInlineLimit: 0, reportCompressedSize: false },
  server: { open: true },
  logLevel: process.env.KERNELBAYES_QUIET === undefined ? "info" : "warn",
});
