/** The labels that tie pods to their job; the older ones have no domain. */
export const controllerUidLabel = "batch.kubernetes.io/controller-uid";
export const jobNameLabel = "batch.kubernetes.io/job-name";
export const legacyControllerUidLabel = "controller-uid";
export const legacyJobNameLabel = "job-name";
