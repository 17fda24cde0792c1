const meta = "io.k8s.apimachinery.pkg.apis.meta.v1.";

/** The type of a field: a JSON type, the name of a definition, or either in a list or as the values of a map. */
export type FieldType =
  | "string"
  | "int64"
  | { readonly definition: string }
  | { readonly listOf: FieldType }
  | { readonly mapOf: FieldType };

/** A field of a definition: its type, and what it means; `optional` ones may be left out. */
interface Field {
  readonly type: FieldType;
  readonly description?: string;
  readonly optional?: boolean;
  readonly isAtomic?: boolean;
}

/** A type of a group version. One that is a kind also has apiVersion and kind. */
export interface MetricsType {
  readonly name: string;
  readonly description: string;
  readonly isKind: boolean;
  readonly fields: Readonly<Record<string, Field>>;
}

/** A path below the group version, and what a GET of it does. */
export interface MetricsPath {
  readonly path: string;
  readonly action: "get" | "list";
  readonly kind: string;
  readonly answers: string;
  readonly operationId: string;
  readonly description: string;
}

/** What the documents say of a group version. */
export interface MetricsApiKinds {
  readonly group: string;
  readonly version: string;
  /** The prefix of its definitions. */
  readonly prefix: string;
  readonly types: readonly MetricsType[];
  readonly paths: readonly MetricsPath[];
}

/** The definitions of other packages, by the names that fields use. */
export const known = {
  duration: `${meta}Duration`,
  labelSelector: `${meta}LabelSelector`,
  listMeta: `${meta}ListMeta`,
  objectMeta: `${meta}ObjectMeta`,
  objectReference: "io.k8s.api.core.v1.ObjectReference",
  quantity: "io.k8s.apimachinery.pkg.api.resource.Quantity",
  resourceList: `${meta}APIResourceList`,
  time: `${meta}Time`,
} as const;

const of = (definition: string): FieldType => ({ definition });

const metadata: Field = { type: of(known.objectMeta), description: "Standard metadata of an object.", optional: true };
const usage = (whose: string): Field => ({
  type: { mapOf: of(known.quantity) },
  description: `What ${whose} uses, by the names of resources: cpu, and memory as its working set.`,
});
const timestamp: Field = { type: of(known.time), description: "When it was measured: the end of the window." };

const listOf = (prefix: string, kind: string, list = `${kind}List`): MetricsType => ({
  name: list,
  description: `A list of ${kind}.`,
  isKind: true,
  fields: {
    items: { type: { listOf: of(prefix + kind) }, description: "The items of the list." },
    metadata: { type: of(known.listMeta), description: "Standard metadata of a list.", optional: true },
  },
});

const resourcePrefix = "io.k8s.metrics.pkg.apis.metrics.v1beta1.";
const window: Field = { type: of(known.duration), description: "How long the measurement took." };

const resourceTypes: readonly MetricsType[] = [
  {
    name: "ContainerMetrics",
    description: "What a container uses.",
    isKind: false,
    fields: { name: { type: "string", description: "The name of the container in its pod." }, usage: usage("it") },
  },
  {
    name: "NodeMetrics",
    description: "What a node uses.",
    isKind: true,
    fields: { metadata, timestamp, window, usage: usage("the node") },
  },
  listOf(resourcePrefix, "NodeMetrics"),
  {
    name: "PodMetrics",
    description: "What the containers of a pod use.",
    isKind: true,
    fields: {
      metadata,
      timestamp,
      window,
      containers: {
        type: { listOf: of(`${resourcePrefix}ContainerMetrics`) },
        description: "What each container uses, measured in the same window.",
        isAtomic: true,
      },
    },
  },
  listOf(resourcePrefix, "PodMetrics"),
];

const list = (path: string, kind: string, operationId: string): MetricsPath => ({
  path,
  action: "list",
  kind,
  answers: `${kind}List`,
  operationId,
  description: `list objects of kind ${kind}`,
});
const read = (path: string, kind: string, operationId: string): MetricsPath => ({
  path,
  action: "get",
  kind,
  answers: kind,
  operationId,
  description: `read the specified ${kind}`,
});

const resourceMetrics: MetricsApiKinds = {
  group: "metrics.k8s.io",
  version: "v1beta1",
  prefix: resourcePrefix,
  types: resourceTypes,
  paths: [
    list("/namespaces/{namespace}/pods", "PodMetrics", "listMetricsV1beta1NamespacedPodMetrics"),
    read("/namespaces/{namespace}/pods/{name}", "PodMetrics", "readMetricsV1beta1NamespacedPodMetrics"),
    list("/nodes", "NodeMetrics", "listMetricsV1beta1NodeMetrics"),
    read("/nodes/{name}", "NodeMetrics", "readMetricsV1beta1NodeMetrics"),
    list("/pods", "PodMetrics", "listMetricsV1beta1PodMetricsForAllNamespaces"),
  ],
};

const value: Field = { type: of(known.quantity), description: "The value of the metric." };
const selector: Field = {
  type: of(known.labelSelector),
  description: "Selects the metric by its labels.",
  optional: true,
};
const seconds: Field = { type: "int64", description: "How many seconds the measurement took.", optional: true };

/** The paths of installer.go of custom-metrics-apiserver: of any resource, and of namespaces themselves. */
const customPaths = (version: string): readonly MetricsPath[] => {
  const id = (rest: string): string => `listCustomMetrics${version.replace(/^v/, "V")}${rest}`;
  return [
    list("/namespaces/{namespace}/metrics/{name}", "MetricValue", id("MetricValueForNamespace")),
    list("/namespaces/{namespace}/{resource}/{name}/{subresource}", "MetricValue", id("NamespacedMetricValue")),
    list("/{resource}/{name}/{subresource}", "MetricValue", id("MetricValue")),
  ];
};

function customMetrics(version: "v1beta1" | "v1beta2"): MetricsApiKinds {
  const prefix = `io.k8s.metrics.pkg.apis.custom_metrics.${version}.`;
  const describedObject: Field = { type: of(known.objectReference), description: "What the metric is about." };
  const name: Field = { type: "string", description: "The name of the metric." };
  const identifier: MetricsType = {
    name: "MetricIdentifier",
    description: "Names a metric, and selects it by its labels.",
    isKind: false,
    fields: { name, selector },
  };
  const fields: MetricsType["fields"] =
    version === "v1beta1"
      ? { describedObject, metricName: name, selector, timestamp, value, window: seconds }
      : {
          describedObject,
          metric: { type: of(`${prefix}MetricIdentifier`), description: "Names the metric." },
          timestamp,
          value,
          windowSeconds: seconds,
        };
  const measured = { name: "MetricValue", description: "The value of a metric of an object.", isKind: true, fields };
  const types = [...(version === "v1beta1" ? [] : [identifier]), measured, listOf(prefix, "MetricValue")];
  return { group: "custom.metrics.k8s.io", version, prefix, types, paths: customPaths(version) };
}

const externalPrefix = "io.k8s.metrics.pkg.apis.external_metrics.v1beta1.";

const externalMetrics: MetricsApiKinds = {
  group: "external.metrics.k8s.io",
  version: "v1beta1",
  prefix: externalPrefix,
  types: [
    {
      name: "ExternalMetricValue",
      description: "The value of a metric that is about no object of the cluster.",
      isKind: true,
      fields: {
        metricName: { type: "string", description: "The name of the metric." },
        metricLabels: { type: { mapOf: "string" }, description: "The labels of this series of the metric." },
        timestamp,
        value,
        window: seconds,
      },
    },
    listOf(externalPrefix, "ExternalMetricValue"),
  ],
  paths: [
    list(
      "/namespaces/{namespace}/{resource}",
      "ExternalMetricValue",
      "listExternalMetricsV1beta1NamespacedExternalMetricValue",
    ),
  ],
};

/** The group versions, by the names of their APIServices. */
export const metricsKinds: ReadonlyMap<string, MetricsApiKinds> = new Map(
  [resourceMetrics, customMetrics("v1beta1"), customMetrics("v1beta2"), externalMetrics].map((kinds) => [
    `${kinds.version}.${kinds.group}`,
    kinds,
  ]),
);
