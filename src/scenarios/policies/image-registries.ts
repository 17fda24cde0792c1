import { podText } from "./fixture-objects.ts";
import type { PolicyExample } from "./policy-example.ts";

export const imageRegistries: PolicyExample = {
  id: "image-registries",
  title: "Image registries",
  words: "Pods run only images of the registries that the policy lists, in containers of every kind.",
  text: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: image-registries
spec:
  matchConstraints:
    resourceRules:
    - apiGroups: [""]
      apiVersions: [v1]
      operations: [CREATE, UPDATE]
      resources: [pods]
  variables:
  - name: registries
    expression: "['registry.example.com/', 'registry.k8s.io/']"
  - name: containers
    expression: >-
      object.spec.containers
      + object.spec.?initContainers.orValue([])
      + object.spec.?ephemeralContainers.orValue([])
  - name: strangers
    expression: >-
      variables.containers.map(container, container.image)
      .filter(image, !variables.registries.exists(registry, image.startsWith(registry)))
  validations:
  - expression: variables.strangers.size() == 0
    messageExpression: "'images of other registries: ' + variables.strangers.join(', ')"
    reason: Forbidden
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: image-registries
spec:
  policyName: image-registries
  validationActions: [Deny]
  matchResources:
    namespaceSelector:
      matchExpressions:
      - {key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system]}
`,
  fixtures: [
    {
      id: "own",
      name: "our registry",
      operation: "CREATE",
      object: podText("shop", "registry.example.com/shop:1.4"),
      expect: "allowed",
    },
    {
      id: "other",
      name: "another registry",
      operation: "CREATE",
      object: podText("shop", "docker.io/library/nginx:1.27"),
      expect: "denied",
    },
    {
      id: "system",
      name: "in kube-system",
      operation: "CREATE",
      object: podText("dns", "docker.io/coredns:1.12").replace("namespace: default", "namespace: kube-system"),
      expect: "unmatched",
    },
  ],
};
