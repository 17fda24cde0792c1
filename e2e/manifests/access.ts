import { duplicated, invalid, manifest, missing, unsupported, type Manifest } from "./manifest.ts";

const rbac = "rbac.authorization.k8s.io";
const subject = { kind: "User", name: "jane", apiGroup: rbac };
const webhook = {
  name: "validating-webhook.example.com",
  clientConfig: { service: { namespace: "default", name: "my-hook", path: "/validate", port: 1234 } },
  rules: [{ operations: ["CREATE", "UPDATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] }],
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  timeoutSeconds: 5,
  matchConditions: [{ name: "exclude-leases", expression: '!(request.resource.group == "coordination.k8s.io")' }],
};

/** Access control, admission and extensions as in the documentation. */
/** A request of `CN=someone`, in base64. */
const signingRequest =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITE1IUUNBUUF3RWpFUU1BNEdBMVVFQXd3SGMyOXRaVzl1WlRC" +
  "Wk1CTUdCeXFHU000OUFnRUdDQ3FHU000OQpBd0VIQTBJQUJQRE9Bb0loV3M5a1EwQml1bC9WdHZCYURuTnd3b2xXQXBpTld2djNL" +
  "dSs5RkJybFhodzNmOHpxClFPZCtXdllXZzZuSWFNOHNIVkxqKzh6Q1lKREdPckdnQURBS0JnZ3Foa2pPUFFRREFnTkhBREJFQWlB" +
  "Nk9BaGkKNEFldmtBZTNlbjk4L2E2ZlY1dkNRdGcwaUxleGs2SUcvcTFqY1FJZ2RhdkJEejJxaEVBTytSWGFlUEVyVTVpagpsSVdD" +
  "VGhtbWdRMWQ5Y2hoeUlrPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K";

export const access: readonly Manifest[] = [
  manifest(
    "a role",
    `${rbac}/v1 Role`,
    "pod-reader",
    { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "watch", "list"] }] },
    missing("rules[0].verbs"),
  ),
  manifest(
    "a cluster role over paths",
    `${rbac}/v1 ClusterRole`,
    "metrics-reader",
    { rules: [{ nonResourceURLs: ["/metrics", "/healthz/*"], verbs: ["get"] }] },
    invalid("rules[0].resources", ["pods"], "rules[0].nonResourceURLs"),
  ),
  manifest(
    "a cluster role of others",
    `${rbac}/v1 ClusterRole`,
    "monitoring",
    {
      aggregationRule: {
        clusterRoleSelectors: [{ matchLabels: { "rbac.example.com/aggregate-to-monitoring": "true" } }],
      },
      rules: [],
    },
    missing("aggregationRule.clusterRoleSelectors"),
  ),
  manifest(
    "a binding",
    `${rbac}/v1 RoleBinding`,
    "read-pods",
    { subjects: [subject], roleRef: { kind: "Role", name: "pod-reader", apiGroup: rbac } },
    unsupported("roleRef.kind", "Roles"),
  ),
  manifest(
    "a cluster role binding",
    `${rbac}/v1 ClusterRoleBinding`,
    "read-secrets-global",
    {
      subjects: [{ kind: "ServiceAccount", name: "default", namespace: "kube-system" }],
      roleRef: { kind: "ClusterRole", name: "secret-reader", apiGroup: rbac },
    },
    missing("subjects[0].namespace"),
  ),
  manifest(
    "a definition of custom resources",
    "apiextensions.k8s.io/v1 CustomResourceDefinition",
    "crontabs.stable.example.com",
    {
      spec: {
        group: "stable.example.com",
        scope: "Namespaced",
        names: { plural: "crontabs", singular: "crontab", kind: "CronTab", shortNames: ["ct"] },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            subresources: { status: {} },
            additionalPrinterColumns: [{ name: "Spec", type: "string", jsonPath: ".spec.cronSpec" }],
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: {
                  spec: {
                    type: "object",
                    properties: { cronSpec: { type: "string" }, replicas: { type: "integer", minimum: 1 } },
                    "x-kubernetes-validations": [{ rule: "self.replicas <= 10", message: "too many" }],
                  },
                },
              },
            },
          },
        ],
      },
    },
    invalid("spec.versions[0].storage", false, "spec.versions"),
  ),
  manifest(
    "a policy for admission",
    "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy",
    "demo-policy.example.com",
    {
      spec: {
        failurePolicy: "Fail",
        matchConstraints: {
          resourceRules: [
            { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["deployments"] },
          ],
        },
        validations: [{ expression: "object.spec.replicas <= 5" }],
      },
    },
    invalid("spec.validations[0].expression", "object.spec.replicas <="),
  ),
  manifest(
    "a binding of a policy",
    "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding",
    "demo-binding-test.example.com",
    {
      spec: {
        policyName: "demo-policy.example.com",
        validationActions: ["Deny"],
        matchResources: { namespaceSelector: { matchLabels: { environment: "test" } } },
      },
    },
    unsupported("spec.validationActions[0]", "Refuse"),
  ),
  manifest(
    "a webhook that validates",
    "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration",
    "validating",
    { webhooks: [webhook] },
    unsupported("webhooks[0].sideEffects", "Some"),
  ),
  manifest(
    "a webhook that changes",
    "admissionregistration.k8s.io/v1 MutatingWebhookConfiguration",
    "mutating",
    { webhooks: [{ ...webhook, reinvocationPolicy: "IfNeeded" }] },
    duplicated("webhooks", [webhook, webhook], "webhooks[1].name"),
  ),
  manifest(
    "an aggregated version",
    "apiregistration.k8s.io/v1 APIService",
    "v1beta1.metrics.k8s.io",
    {
      spec: {
        service: { name: "metrics-server", namespace: "kube-system" },
        group: "metrics.k8s.io",
        version: "v1beta1",
        insecureSkipTLSVerify: true,
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    },
    invalid("spec.groupPriorityMinimum", 0),
  ),
  manifest(
    "a node",
    "v1 Node",
    "10.240.79.157",
    { spec: { podCIDR: "10.244.1.0/24", taints: [{ key: "dedicated", value: "gpu", effect: "NoSchedule" }] } },
    invalid("spec.taints[0].key", "not a key", "metadata.taints[0].key"),
    { labels: { name: "my-first-k8s-node" } },
  ),
  manifest(
    "a request for a certificate of a client",
    "certificates.k8s.io/v1 CertificateSigningRequest",
    "my-svc",
    {
      spec: {
        request: signingRequest,
        signerName: "kubernetes.io/kube-apiserver-client",
        expirationSeconds: 86_400,
        usages: ["client auth"],
      },
    },
    invalid("spec.request", "eA=="),
  ),
];
