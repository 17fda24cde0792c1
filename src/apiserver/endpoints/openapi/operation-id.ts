const coreParts = (path: string): readonly string[] => {
  const parts = path.split("/").filter((part) => part !== "");
  return parts[0] === "api" ? ["apis", "core", ...parts.slice(1)] : parts;
};

/** Letters, digits and underscores; what follows anything else starts a word (kube-openapi util.ToValidOperationID). */
function identifier(text: string, capital: boolean): string {
  let id = "";
  let start = capital;
  for (const [i, char] of [...text].entries()) {
    if (!/[\p{L}_]/u.test(char) && (i === 0 || !/\p{Nd}/u.test(char))) start = true;
    else {
      id += start ? char.toUpperCase() : char;
      start = false;
    }
  }
  return id;
}

const withoutSuffix = (group: string): string =>
  group.endsWith(".k8s.io") ? group.slice(0, -".k8s.io".length) : group;

/**
 * `readCoreV1NamespacedPod` and `core_v1` of `read`, `NamespacedPod` and a path (apiserver
 * openapi.GetOperationIDAndTags).
 */
export function operationIdAndTag(
  verb: string,
  what: string,
  path: string,
): { readonly operationId: string; readonly tag: string } {
  const [root = "", group, version] = coreParts(path);
  if (root !== "apis" || group === undefined)
    return { operationId: verb + identifier(what, verb !== ""), tag: identifier(root, false) };
  const short = withoutSuffix(group);
  const versioned = version === undefined ? "" : identifier(version, true);
  const tag = identifier(short, false) + (version === undefined ? "" : `_${identifier(version, false)}`);
  return { operationId: verb + identifier(short, verb !== "") + versioned + identifier(what, true), tag };
}
