import { deploymentText } from "./fixture-objects.ts";
import type { PolicyExample } from "./policy-example.ts";

export const replicaLimit: PolicyExample = {
  id: "replica-limit",
  title: "Replica limits by a parameter",
  words: "Each namespace has its own limit of replicas in a config map, which the binding hands to the policy.",
  text: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: replica-limit
spec:
  paramKind:
    apiVersion: v1
    kind: ConfigMap
  matchConstraints:
    resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE, UPDATE]
      resources: [deployments]
  variables:
  - name: most
    expression: int(params.data.maxReplicas)
  validations:
  - expression: object.spec.replicas <= variables.most
    messageExpression: "'at most ' + string(variables.most) + ' replicas are allowed here'"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: replica-limit
spec:
  policyName: replica-limit
  validationActions: [Deny]
  paramRef:
    name: replica-limit
    parameterNotFoundAction: Allow
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: replica-limit
  namespace: default
data:
  maxReplicas: "3"
`,
  fixtures: [
    {
      id: "few",
      name: "three replicas",
      operation: "CREATE",
      object: deploymentText({ name: "shop", replicas: 3 }),
      expect: "allowed",
    },
    {
      id: "many",
      name: "scaled to five",
      operation: "UPDATE",
      object: deploymentText({ name: "shop", replicas: 5 }),
      old: deploymentText({ name: "shop", replicas: 3 }),
      expect: "denied",
    },
    {
      id: "elsewhere",
      name: "a namespace without a limit",
      operation: "CREATE",
      object: deploymentText({ name: "shop", namespace: "kube-public", replicas: 5 }),
      expect: "unmatched",
    },
  ],
};
