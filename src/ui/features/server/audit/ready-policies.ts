/** A policy to begin with. */
export interface ReadyPolicy {
  readonly id: string;
  readonly label: string;
  readonly words: string;
  readonly text: string;
}

const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

const everything = (level: string): string =>
  `${head}# One event for each request, when it is answered.\nomitStages: [RequestReceived]\nrules:\n- level: ${level}\n`;

const secretsNever = `${head}omitStages: [RequestReceived]
# Bookkeeping of the server in objects is left out.
omitManagedFields: true
rules:
# The first rule that fits decides: of what is secret only that it was asked for.
- level: Metadata
  resources:
  - group: ""
    resources: [secrets, serviceaccounts/token]
  - group: authentication.k8s.io
    resources: [tokenreviews]
# Reading is noted without objects.
- level: Metadata
  verbs: [get, list, watch]
# What remains are changes: with what was sent and what came of it.
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

/** From the least to the most that is kept. */
// oxfmt-ignore
export const readyPolicies: readonly ReadyPolicy[] = [
  { id: "metadata", label: "Metadata of everything", words: "Who asked for what, and how it ended.", text: everything("Metadata") },
  { id: "changes", label: "Changes only", words: "What people change, with what they sent; reading leaves no trace.", text: changes },
  { id: "request", label: "Request: what was sent", words: "With the objects and patches that were sent.", text: everything("Request") },
  { id: "secrets", label: "Secrets never", words: "Changes with their objects, but never what is in secrets and tokens.", text: secretsNever },
  { id: "response", label: "RequestResponse: all there is", words: "With every object that was sent or answered; secrets too, and lists are long.", text: everything("RequestResponse") },
];
