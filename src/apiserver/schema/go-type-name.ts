/** Returns `v1.Pod` for `io.k8s.api.core.v1.Pod`: the last component of the package and the type. */
export const goTypeName = (name: string): string => name.slice(name.lastIndexOf(".", name.lastIndexOf(".") - 1) + 1);
