import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import type { RowCounts } from "../answers/answer.ts";
import type { ServedModel } from "../models/servedModel.ts";
import { histogram, type HistogramShape } from "./histogram.ts";
import { tally } from "./tally.ts";

/** What gauges show when they are asked. */
export interface Gauges {
  readonly waiting: () => number;
  readonly models: () => number;
  readonly modelBytes: () => number;
  readonly workers: () => number;
  readonly idleWorkers: () => number;
}

/** The figures of a server, for Prometheus. */
export interface Metrics {
  request(route: string, status: number, seconds: number): void;
  batch(rows: number, requests: number): void;
  answered(model: ServedModel, counts: RowCounts): void;
  reload(model: string, isReplaced: boolean): void;
  workerLost(): void;
  text(): Promise<string>;
  readonly contentType: string;
  /** Ends what measures the process. */
  close(): void;
}

const latencies = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 4096, 16_384];

export function metrics(gauges: Gauges): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (counter: Counter<Label>) => void = () => undefined,
  ): Counter<Label> =>
    new Counter({
      name: `kernelbayes_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        collect(this);
      },
    });
  const gauge = (name: string, help: string, value: () => number): Gauge =>
    new Gauge({
      name: `kernelbayes_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });

  // What every request counts is counted here, and taken over by the counters when they are read.
  const newRequests = tally<string, number>();
  // By names alone: a model that was replaced would stay in memory until somebody reads the figures.
  const newPredictions = tally<string, string>();
  counter("http_requests_total", "Requests by route and status.", ["route", "status"], (requests) =>
    newRequests.flush((route, status, count) => requests.inc({ route, status }, count)),
  );
  counter("predictions_total", "Predicted rows by class.", ["model", "version", "class"], (predictions) =>
    newPredictions.flush((fullName, label, rows) => {
      const [model, version] = fullName.split("/");
      predictions.inc({ model, version, class: label }, rows);
    }),
  );
  const shapeOf = (name: string, help: string, bounds: readonly number[]): HistogramShape => ({
    name: `kernelbayes_${name}`,
    help,
    bounds,
  });
  const seconds = histogram(registry, {
    ...shapeOf("http_request_seconds", "Seconds from request to answer.", latencies),
    label: "route",
  });
  const batchRows = histogram(registry, shapeOf("batch_rows", "Rows that were predicted together.", sizes));
  const batchRequests = histogram(
    registry,
    shapeOf("batch_requests", "Requests whose rows were predicted together.", sizes),
  );
  const abstentions = counter("abstentions_total", "Rows that were not decided.", ["model", "version"]);
  const outside = counter("rows_outside_total", "Rows unlike the training rows in some column.", ["model", "version"]);
  const reloads = counter("model_reloads_total", "Files that changed, by what came of it.", ["model", "result"]);
  const lost = counter("workers_lost_total", "Threads that ended and were replaced.", []);
  gauge("queue_requests", "Requests that wait for a prediction.", gauges.waiting);
  gauge("models_loaded", "Models in memory.", gauges.models);
  gauge("model_bytes", "Bytes of the models in memory, with their copies.", gauges.modelBytes);
  gauge("workers", "Threads that predict.", gauges.workers);
  gauge("idle_workers", "Threads that have nothing to predict.", gauges.idleWorkers);

  return {
    request(route, status, duration) {
      newRequests.add(route, status, 1);
      seconds.observe(duration, route);
    },
    batch(rows, count) {
      batchRows.observe(rows);
      batchRequests.observe(count);
    },
    answered(served, counts) {
      const { name: model, version, fullName, front } = served;
      counts.classes.forEach((rows, at) => {
        if (rows > 0) newPredictions.add(fullName, front.classes[at], rows);
      });
      if (counts.abstained > 0) abstentions.inc({ model, version }, counts.abstained);
      if (counts.outside > 0) outside.inc({ model, version }, counts.outside);
    },
    reload: (model, isReplaced) => reloads.inc({ model, result: isReplaced ? "replaced" : "refused" }),
    workerLost: () => lost.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  };
}
