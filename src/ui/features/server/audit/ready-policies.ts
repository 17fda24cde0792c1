/** A predefined policy. */
export interface ReadyPolicy {
  readonly id: string;
  readonly label: string;
  readonly words: string;
  readonly text: string;
}

const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

const everything = (level: string): string =>
  `${head}# One event for each request, when its response is complete.\nomitStages: [RequestReceived]\nrules:\n- level: ${level}\n`;

const secretsNever = `${head}omitStages: [RequestReceived]
# Leave out managed fields.
omitManagedFields: true
rules:
# The first matching rule decides: only metadata of secrets.
- level: Metadata
  resources:
  - group: ""
    resources: [secrets, serviceaccounts/token]
  - group: authentication.k8s.io
    resources: [tokenreviews]
# Reads are logged without objects.
- level: Metadata
  verbs: [get, list, watch]
# All other requests are changes: log both bodies.
- level: RequestResponse
`;

const changes = `${head}omitStages: [RequestReceived]
rules:
- level: None
  verbs: [get, list, watch]
# Controllers act as service accounts of this namespace.
- level: None
  userGroups: ["system:serviceaccounts:kube-system"]
- level: Request
`;

/** Ordered from the least to the most that is recorded. */
// oxfmt-ignore
export const readyPolicies: readonly ReadyPolicy[] = [
  { id: "metadata", label: "Metadata of all requests", words: "User, verb, resource and response code.", text: everything("Metadata") },
  { id: "changes", label: "Changes only", words: "Changes by people, with request bodies. Reads are not logged.", text: changes },
  { id: "request", label: "Request bodies", words: "Every request with its body.", text: everything("Request") },
  { id: "secrets", label: "Secrets never", words: "Changes with their objects, but never the content of secrets and tokens.", text: secretsNever },
  { id: "response", label: "Request and response bodies", words: "Every request and response body, secrets and long lists included.", text: everything("RequestResponse") },
];
