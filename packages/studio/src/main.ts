import "./design/tokens.css";
import "./design/base.css";
import { mount } from "svelte";
import App from "./App.svelte";

// The folder on a server has a manifest; the one file has none, and needs no network anyway.
if (document.querySelector('link[rel="manifest"]') && "serviceWorker" in navigator) {
  // Where the browser refuses, the page works as long as its server answers.
  navigator.serviceWorker.register("./offline.js").catch(() => undefined);
}

mount(App, { target: document.getElementById("studio")! });
