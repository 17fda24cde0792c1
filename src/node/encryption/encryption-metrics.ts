import { createHash } from "node:crypto";
import { formatGroupResource, type GroupResource } from "../../apimachinery/gvk.ts";
import type { ObserveTransformation } from "../../apiserver/storage/value/transformer.ts";
import { exponentialBounds, type Counter, type Gauge, type Histogram } from "../../component-base/metrics/metric.ts";
import type { MetricsRegistry, MetricVec } from "../../component-base/metrics/metrics-registry.ts";

/** The metrics that are there once a server has its registry. */
interface Registered {
  readonly durations: MetricVec<Histogram>;
  readonly operations: MetricVec<Counter>;
  readonly reloads: MetricVec<Counter>;
  readonly lastReload: MetricVec<Gauge>;
}

/** How an error is counted that no plugin has answered: those for keys are not called. */
const notOfPlugin = "unknown-non-grpc";

/**
 * Counts the transformations of stored values and the times that their configuration was read (storage/value and
 * encryptionconfig/metrics), once `register` has been called.
 */
export class EncryptionMetrics {
  readonly #idHash: string;
  #registered: Registered | undefined;
  #configuration: string | undefined;

  /** `serverId` is the name of the server: `apiserver-` and a hash of its host's. */
  constructor(serverId: string) {
    this.#idHash = `sha256:${createHash("sha256").update(serverId).digest("hex")}`;
  }

  register(registry: MetricsRegistry): void {
    this.#registered = registerAll(registry);
    registry.collected("gauge", lastConfigInfo, () =>
      this.#configuration === undefined ? [] : [{ values: [this.#idHash, this.#configuration], value: 1 }],
    );
  }

  /** Returns what is told of the transformations of a resource's values. */
  transformationsOf(resource: GroupResource): ObserveTransformation {
    return (type) => {
      const start = performance.now();
      return (prefix, outcome) => {
        const status = outcome === "succeeded" ? "OK" : notOfPlugin;
        this.#registered?.operations.with(formatGroupResource(resource), type, prefix, status).inc();
        if (outcome === "succeeded")
          this.#registered?.durations.with(type, prefix).observe((performance.now() - start) / 1000);
      };
    };
  }

  /** Notes the hash of the configuration that is in effect. */
  configured(hash: string): void {
    this.#configuration = hash;
  }

  /** Counts that a changed configuration was read again, or could not be. */
  reloaded(status: "success" | "failure"): void {
    this.#registered?.reloads.with(status, this.#idHash).inc();
    this.#registered?.lastReload.with(status, this.#idHash).set(Date.now() / 1000);
  }
}

const lastConfigInfo = {
  name: "apiserver_encryption_config_controller_last_config_info",
  stability: "ALPHA",
  labels: ["apiserver_id_hash", "hash"],
  help: "Information about the last applied encryption configuration with hash as label, split by apiserver identity.",
} as const;

function registerAll(registry: MetricsRegistry): Registered {
  registry
    .counter({
      name: "apiserver_storage_envelope_transformation_cache_misses_total",
      stability: "ALPHA",
      help: "Total number of cache misses while accessing key decryption key(KEK).",
    })
    .with();
  registry
    .counter({
      name: "apiserver_storage_data_key_generation_failures_total",
      stability: "ALPHA",
      help: "Total number of failed data encryption key(DEK) generation operations.",
    })
    .with();
  registry
    .histogram(
      {
        name: "apiserver_storage_data_key_generation_duration_seconds",
        stability: "ALPHA",
        help: "Latencies in seconds of data encryption key(DEK) generation operations.",
      },
      exponentialBounds(5e-6, 2, 14),
    )
    .with();
  return {
    durations: registry.histogram(
      {
        name: "apiserver_storage_transformation_duration_seconds",
        stability: "ALPHA",
        labels: ["transformation_type", "transformer_prefix"],
        help: "Latencies in seconds of value transformation operations.",
      },
      exponentialBounds(5e-6, 2, 25),
    ),
    operations: registry.counter({
      name: "apiserver_storage_transformation_operations_total",
      stability: "ALPHA",
      labels: ["resource", "transformation_type", "transformer_prefix", "status"],
      help: operationsHelp,
    }),
    reloads: registry.counter({
      name: "apiserver_encryption_config_controller_automatic_reloads_total",
      stability: "ALPHA",
      labels: ["status", "apiserver_id_hash"],
      help: "Total number of reload successes and failures of encryption configuration split by apiserver identity.",
    }),
    lastReload: registry.gauge({
      name: "apiserver_encryption_config_controller_automatic_reload_last_timestamp_seconds",
      stability: "ALPHA",
      labels: ["status", "apiserver_id_hash"],
      help: "Timestamp of the last successful or failed automatic reload of encryption configuration split by apiserver identity.",
    }),
  };
}

const operationsHelp = [
  "Total number of transformations.",
  "Successful transformation will have a status 'OK' and a varied status string when the transformation fails.",
  "The status, resource, and transformation_type fields can be used for alerting purposes.",
  "For example, you can monitor for encryption/decryption failures using the transformation_type (e.g., from_storage for decryption and to_storage for encryption).",
  "Additionally, these fields can be used to ensure that the correct transformers are applied to each resource.",
].join(" ");
