import { podText } from "./fixture-objects.ts";
import type { PolicyExample } from "./policy-example.ts";

const annotateOwner = `// Called with an AdmissionReview for each request that the webhook matches.
function review({ request }) {
  const { object, userInfo } = request;
  if (object.metadata.annotations?.owner !== undefined) return { allowed: true };
  const annotations = { ...object.metadata.annotations, owner: userInfo.username };
  return {
    allowed: true,
    patch: [{ op: "add", path: "/metadata/annotations", value: annotations }],
  };
}
`;

export const webhookFunction: PolicyExample = {
  id: "webhook-function",
  title: "A webhook as a function",
  words: "A function in this page takes the place of a mutating webhook, and notes on each pod who created it.",
  text: `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata:
  name: owner
webhooks:
- name: owner.example.com
  clientConfig:
    url: https://owner.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  rules:
  - apiGroups: [""]
    apiVersions: [v1]
    operations: [CREATE]
    resources: [pods]
`,
  fixtures: [
    {
      id: "new",
      name: "a new pod",
      operation: "CREATE",
      object: podText("shop", "registry.example.com/shop:1.4"),
      expect: "changed",
    },
    {
      id: "owned",
      name: "a pod with an owner",
      operation: "CREATE",
      object: podText("shop", "registry.example.com/shop:1.4").replace(
        "  namespace: default\n",
        "  namespace: default\n  annotations: {owner: me}\n",
      ),
      expect: "allowed",
    },
  ],
  functions: { "owner.example.com": annotateOwner },
};
