/** Keeps an owner until its dependents are orphaned (metav1.FinalizerOrphanDependents). */
export const finalizerOrphanDependents = "orphan";

/** Keeps an owner until its dependents are deleted (metav1.FinalizerDeleteDependents). */
export const finalizerDeleteDependents = "foregroundDeletion";

const standard: ReadonlySet<string> = new Set(["kubernetes", finalizerOrphanDependents, finalizerDeleteDependents]);

/**
 * Reports whether a finalizer is qualified with a domain, or is one of the unqualified standard ones (core/helper
 * IsStandardFinalizerName).
 */
export const isKnownFinalizer = (name: string): boolean => name.includes("/") || standard.has(name);
