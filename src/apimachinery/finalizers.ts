/** Keeps an owner until its dependents have let it go (metav1.FinalizerOrphanDependents). */
export const finalizerOrphanDependents = "orphan";

/** Keeps an owner until its dependents are gone (metav1.FinalizerDeleteDependents). */
export const finalizerDeleteDependents = "foregroundDeletion";

const standard: ReadonlySet<string> = new Set(["kubernetes", finalizerOrphanDependents, finalizerDeleteDependents]);

/**
 * True for a finalizer that has a domain, or is one of Kubernetes' own, which have none (core/helper
 * IsStandardFinalizerName).
 */
export const isKnownFinalizer = (name: string): boolean => name.includes("/") || standard.has(name);
