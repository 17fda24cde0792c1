/** What kubectl-validate and the API server say of a manifest. */
export interface Fact {
  /** The file of the test data of kubectl-validate that shows the same, without its ending. */
  readonly file: string;
  readonly manifest: string;
  /** The verdict of kubectl-validate v0.0.4 against the schemas of Kubernetes 1.30. */
  readonly theirs: "accepted" | "refused";
  /** Where the refusal of the API server is told, as LINE:COLUMN; "" where it accepts the manifest. */
  readonly at: string;
  /** Why the API server says otherwise; undefined where the verdicts are the same. */
  readonly differs?: string;
}

const pod = (container: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: a\n${container}`;

const map = (metadata: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: ${metadata}\ndata: {a: b}\n`;

/** A definition with rules and a list of ports whose keys are defaulted. */
export const gauges = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gauges.meters.test}
spec:
  group: meters.test
  scope: Namespaced
  names: {plural: gauges, singular: gauge, kind: Gauge}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations:
        - {rule: "!has(self.top) || self.top % self.step == 0", message: top is no number of steps}
        properties:
          step: {type: integer, x-kubernetes-validations: [{rule: self > 0, message: a step leads up}]}
          top: {type: integer}
          ports:
            type: array
            x-kubernetes-list-type: map
            x-kubernetes-list-map-keys: [number, protocol]
            items:
              type: object
              required: [number]
              properties: {number: {type: integer}, protocol: {type: string, default: TCP}}
`;

const gauge = (fields: string): string => `apiVersion: meters.test/v1\nkind: Gauge\nmetadata: {name: g}\n${fields}\n`;

const noPatches = "its schemas of 1.30 are without the patches that state it";

/** What each file of kubectl-validate's test data shows, in manifests of another wording. */
export const facts: readonly Fact[] = [
  { file: "configmap", manifest: map("{name: a, finalizers: [keep.example.com/it]}"), theirs: "accepted", at: "" },
  {
    file: "configmap",
    manifest: map("{name: a, finalizers: [keep.example.com]}"),
    theirs: "accepted",
    at: "3:34",
    differs: "it does not know the rule that a finalizer has a domain and a name",
  },
  {
    file: "deployment_with_strategy",
    manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  selector: {matchLabels: {a: b}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}
  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}
`,
    theirs: "accepted",
    at: "",
  },
  {
    file: "empty_secret",
    manifest: "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: ''}\n",
    theirs: "accepted",
    at: "",
  },
  { file: "error_array_instead_of_map", manifest: map("{name: a, labels: [b]}"), theirs: "refused", at: "3:21" },
  { file: "error_cel_basic", manifest: gauge("step: -1"), theirs: "refused", at: "4:7" },
  { file: "error_cel_basic_multiple", manifest: gauge("step: 3\ntop: 7"), theirs: "refused", at: "1:1" },
  {
    file: "error_crd_typo",
    manifest: gauges.replace("top: {type: integer}", "top: {type: integre}"),
    theirs: "refused",
    at: "19:23",
  },
  {
    file: "error_enum_invalid",
    manifest: pod("    image: b\n    ports: [{containerPort: 8, protocol: tcp}]\n"),
    theirs: "accepted",
    at: "8:42",
    differs: noPatches,
  },
  { file: "error_indentation", manifest: `${map("{name: a}")}labels: {a: b}\n`, theirs: "refused", at: "5:1" },
  { file: "error_invalid_kind", manifest: map("{name: a}").replace("Map", "map"), theirs: "refused", at: "2:7" },
  { file: "error_invalid_label", manifest: map("{name: a, labels: {a: -}}"), theirs: "refused", at: "3:21" },
  { file: "error_invalid_name", manifest: map("{name: a^b}"), theirs: "refused", at: "3:18" },
  {
    file: "error_invalid_protocol_type",
    manifest: pod("    image: b\n    ports: [{containerPort: 8, protocol: 6}]\n"),
    theirs: "refused",
    at: "8:42",
  },
  { file: "error_map_instead_of_array", manifest: map("{name: a, finalizers: {a: b}}"), theirs: "refused", at: "3:21" },
  { file: "error_missing_image", manifest: pod(""), theirs: "accepted", at: "6:5", differs: noPatches },
  { file: "error_missing_name", manifest: map("{labels: {a: b}}"), theirs: "refused", at: "3:1" },
  {
    file: "error_misspelled_key",
    manifest: pod("    image: b\n").replace("containers", "containres"),
    theirs: "refused",
    at: "5:3",
  },
  {
    file: "error_multiple_fields",
    manifest: pod("    image: b\n    image: b\n"),
    theirs: "refused",
    at: "8:5",
  },
  { file: "error_name_exceeds_max_length", manifest: map(`{name: ${"a".repeat(254)}}`), theirs: "refused", at: "3:18" },
  {
    file: "error_quantity",
    manifest: pod("    image: b\n    resources: {limits: {cpu: false}}\n"),
    theirs: "refused",
    at: "1:1",
  },
  {
    file: "error_x_list_map_default",
    manifest: gauge("step: 1\nports: [{number: 8, protocol: TCP}, {number: 8}]"),
    theirs: "refused",
    at: "5:37",
  },
  {
    file: "error_x_list_map_duplicate_key",
    manifest: pod("    image: b\n    ports: [{containerPort: 8}, {containerPort: 8}]\n"),
    theirs: "refused",
    at: "",
    differs: "the API server takes ports that are there twice, and warns",
  },
  {
    file: "x_list_map_nonduplicate_key",
    manifest: pod("    image: b\n    ports: [{containerPort: 8}, {containerPort: 8, protocol: UDP}]\n"),
    theirs: "accepted",
    at: "",
  },
  {
    file: "apiservice",
    manifest: `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.meters.example.com}
spec:
  {group: meters.example.com, version: v1, groupPriorityMinimum: 9, versionPriority: 9, service: {name: a, namespace: b}}
`,
    theirs: "accepted",
    at: "",
  },
  { file: "jobset", manifest: gauge("step: 2\ntop: 8"), theirs: "accepted", at: "" },
  { file: "empty", manifest: "---\n", theirs: "accepted", at: "" },
  { file: "empty_with_document", manifest: "# nothing\n---\n", theirs: "accepted", at: "" },
];
