import { podText } from "./fixture-objects.ts";
import type { PolicyExample } from "./policy-example.ts";

export const sidecar: PolicyExample = {
  id: "sidecar",
  title: "Sidecar injection",
  words: "Pods that ask for it by a label get a proxy beside their containers, unless they have one.",
  text: `apiVersion: admissionregistration.k8s.io/v1beta1
kind: MutatingAdmissionPolicy
metadata:
  name: sidecar
spec:
  reinvocationPolicy: IfNeeded
  failurePolicy: Fail
  matchConstraints:
    objectSelector:
      matchLabels: {mesh: enabled}
    resourceRules:
    - apiGroups: [""]
      apiVersions: [v1]
      operations: [CREATE]
      resources: [pods]
  matchConditions:
  - name: has-no-proxy
    expression: "!object.spec.?initContainers.orValue([]).exists(container, container.name == 'mesh-proxy')"
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: >-
        Object{
          spec: Object.spec{
            initContainers: [
              Object.spec.initContainers{
                name: "mesh-proxy",
                image: "registry.example.com/mesh-proxy:2.1",
                restartPolicy: "Always"
              }
            ]
          }
        }
  - patchType: JSONPatch
    jsonPatch:
      expression: >-
        [
          JSONPatch{
            op: "add",
            path: "/metadata/labels/" + jsonpatch.escapeKey("mesh.example.com/injected"),
            value: "true"
          }
        ]
---
apiVersion: admissionregistration.k8s.io/v1beta1
kind: MutatingAdmissionPolicyBinding
metadata:
  name: sidecar
spec:
  policyName: sidecar
`,
  fixtures: [
    {
      id: "asks",
      name: "asks for it",
      operation: "CREATE",
      object: podText("shop", "registry.example.com/shop:1.4").replace(
        "  namespace: default\n",
        "  namespace: default\n  labels: {mesh: enabled}\n",
      ),
      expect: "changed",
    },
    {
      id: "plain",
      name: "does not ask",
      operation: "CREATE",
      object: podText("shop", "registry.example.com/shop:1.4"),
      expect: "unmatched",
    },
  ],
};
