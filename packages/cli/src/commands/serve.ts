import type { Command } from "@commander-js/extra-typings";
import { quietOption } from "../options.ts";

const serveExamples = `
Each model has an address of its own: /models/NAME/predict takes rows as JSON or CSV, /v2/models/NAME/infer speaks the Open Inference
Protocol, /docs has a page of everything. Log lines go to the standard output, one JSON object each.

In a folder, NAME.json is a model, and NAME/VERSION.json or NAME/VERSION/model.json a version of one (.safetensors as well). Files that
change are checked and replaced without a lost request; a bad one is refused, and the former one serves on.

It needs the package @kernelbayes/server: npm install @kernelbayes/server

Examples:
  kernelbayes serve model.json
  kernelbayes serve iris=model.json --port 9000
  kernelbayes key laboratory --keys keys.json
  kernelbayes serve --models models/ --host 0.0.0.0 --keys keys.json
  curl localhost:8080/models/iris/predict -H 'content-type: text/csv' --data-binary @new.csv`;

/** Adds the command that serves models over HTTP. */
export function addServe(program: Command): void {
  program
    .command("serve")
    .description("answer predictions over HTTP")
    .argument("[model...]", "files of models, each perhaps under another name: iris=model.json")
    .option("--models <folder>", "a folder of models, loaded when they are first asked for")
    .optionsGroup("Access:")
    .option("--host <address>", "address to listen at; others than this machine reach 0.0.0.0", "127.0.0.1")
    .option("--port <number>", "port to listen at; 0 is any free one", "8080")
    .option("--keys <file>", "file of API keys, made by `kernelbayes key`; without it everybody may ask")
    .optionsGroup("Work:")
    .option("--workers <number>", "threads that predict (default: one fewer than processors, at least 1)")
    .option(
      "--batch-wait <time>",
      "how long a row may wait to be predicted with others; 0 predicts each request alone",
      "2ms",
    )
    .option("--batch-rows <number>", "rows that are predicted together at most", "256")
    .option("--engine <name>", "engine that computes (default: the fastest; see doctor)")
    .optionsGroup("Limits:")
    .option("--time-limit <time>", "time after which a request is given up", "10s")
    .option("--queue <number>", "requests that may wait; more are answered by 503", "1024")
    .option("--body-limit <size>", "size of a request", "16MB")
    .option("--row-limit <number>", "rows of a request", "100000")
    .option("--column-limit <number>", "cells of a row", "20000")
    .option("--explain-rows <number>", "rows that are explained in a request", "100")
    .option("--model-memory <size>", "size of all models in memory, with a copy for each thread", "2GB")
    .optionsGroup("Operation:")
    .option("--drift-window <time>", "time over which drift is counted", "1h")
    .option("--drain-delay <time>", "when stopped: time in which requests are still taken, for load balancers", "0")
    .option("--drain-limit <time>", "when stopped: time in which requests have to be answered", "20s")
    .option("--log <level>", "what is logged: debug (each request), info, warn, error, silent", "info")
    .addOption(quietOption())
    .addHelpText("after", serveExamples)
    .action(async (models, words) => (await import("../serve/serve.ts")).serve(models, words));
}

const keyExamples = `
The key is printed once; the file keeps a hash, from which it cannot be found. A server that runs takes a changed file over. Clients send the key as
Authorization: Bearer KEY, or as X-API-Key: KEY. To take a key back, delete its entry from the file.

Examples:
  kernelbayes key laboratory --keys keys.json
  kernelbayes key dashboard --keys keys.json --requests-per-second 20`;

/** Adds the command that makes an API key. */
export function addKey(program: Command): void {
  program
    .command("key")
    .description("make an API key for serve")
    .argument("<name>", "whom the key is for; it stands in the log")
    .requiredOption("--keys <file>", "file of keys to add it to; made if it is not there")
    .option("--requests-per-second <number>", "requests that the key may send in a second (default: any number)")
    .addHelpText("after", keyExamples)
    .action(async (name, words) => (await import("../serve/makeKey.ts")).makeKey(name, words));
}

const mcpExamples = `
Example:
  kernelbayes mcp iris=model.json --tables data

A language model calls describe, predict, explain and check_table by the Model Context Protocol, over the standard input and output.

It needs the package @kernelbayes/server: npm install @kernelbayes/server

Example of an entry in the settings of a client:
  { "mcpServers": { "kernelbayes": { "command": "kernelbayes", "args": ["mcp", "/data/model.json", "--tables", "/data"] } } }`;

/** Adds the command that serves models to language models. */
export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("offer models to language models, as tools of the Model Context Protocol")
    .argument("<model...>", "files of models, each perhaps under another name: iris=model.json")
    .option("--tables <folder>", "a folder whose tables may be checked, and no others")
    .addHelpText("after", mcpExamples)
    .action(async (models, words) => (await import("../serve/mcp.ts")).mcp(models, words));
}
