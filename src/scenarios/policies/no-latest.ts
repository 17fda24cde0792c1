import { podText } from "./fixture-objects.ts";
import type { PolicyExample } from "./policy-example.ts";

export const noLatest: PolicyExample = {
  id: "no-latest",
  title: "No :latest",
  words:
    "Images need a tag other than latest, or a digest. This one only warns, so that nothing breaks while you look.",
  text: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: no-latest
spec:
  matchConstraints:
    resourceRules:
    - apiGroups: [""]
      apiVersions: [v1]
      operations: [CREATE]
      resources: [pods]
  matchConditions:
  - name: not-a-mirror-pod
    expression: "!('kubernetes.io/config.mirror' in object.metadata.?annotations.orValue({}))"
  variables:
  - name: moving
    expression: >-
      object.spec.containers.map(container, container.image)
      .filter(image, image.matches('(^|/)[^/:@]+(:latest)?$'))
  validations:
  - expression: variables.moving.size() == 0
    messageExpression: "'these images may change without notice: ' + variables.moving.join(', ')"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: no-latest
spec:
  policyName: no-latest
  validationActions: [Warn, Audit]
`,
  fixtures: [
    {
      id: "tag",
      name: "a tag",
      operation: "CREATE",
      object: podText("shop", "registry.example.com:5000/shop:1.4"),
      expect: "allowed",
    },
    {
      id: "latest",
      name: "latest",
      operation: "CREATE",
      object: podText("shop", "registry.example.com/shop:latest"),
      expect: "warned",
    },
    {
      id: "none",
      name: "no tag",
      operation: "CREATE",
      object: podText("shop", "registry.example.com:5000/shop"),
      expect: "warned",
    },
    {
      id: "digest",
      name: "a digest",
      operation: "CREATE",
      object: podText("shop", `registry.example.com/shop@sha256:${"0123456789abcdef".repeat(4)}`),
      expect: "allowed",
    },
  ],
};
