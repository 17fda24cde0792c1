/** The prefix of labels of namespaces and of audit annotations. */
export const prefix = "pod-security.kubernetes.io/";

/** What is done about pods that violate a level. */
export const modes = ["enforce", "audit", "warn"] as const;

/** Reports whether any label of a namespace is about pod security. */
export const hasPolicyLabels = (labels: Readonly<Record<string, string>> | undefined): boolean =>
  labels !== undefined &&
  modes.some((mode) => labels[prefix + mode] !== undefined || labels[`${prefix}${mode}-version`] !== undefined);
