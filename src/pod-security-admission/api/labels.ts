/** The prefix of labels of namespaces and of audit annotations. */
export const prefix = "pod-security.kubernetes.io/";

/** What is done about pods that violate a level. */
export const modes = ["enforce", "audit", "warn"] as const;

const policyLabels: ReadonlySet<string> = new Set(
  modes.flatMap((mode) => [`${prefix}${mode}`, `${prefix}${mode}-version`]),
);

/** Reports whether any label of a namespace is about pod security. */
export function hasPolicyLabels(labels: Readonly<Record<string, string>> | undefined): boolean {
  for (const name in labels) if (policyLabels.has(name)) return true;
  return false;
}
