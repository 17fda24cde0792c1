/** Reports whether a group is of Kubernetes itself, going by its name. */
export const isBuiltinGroup = (group: string): boolean =>
  /^(?:[a-z]*|[^.]+\.k8s\.io|rbac\.authorization\.k8s\.io|flowcontrol\.apiserver\.k8s\.io|internal\.apiserver\.k8s\.io)$/.test(
    group,
  );
