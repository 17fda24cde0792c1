/** The annotation of service accounts whose pods may have only the secrets that the account lists. */
export const enforceMountableSecrets = "kubernetes.io/enforce-mountable-secrets";
