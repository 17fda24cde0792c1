const kubeVersion = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;
const stages: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };

/** Returns stage, major and minor number of a Kubernetes-style version name, or undefined for other names. */
function parse(version: string): readonly [stage: number, major: number, minor: number] | undefined {
  const [, major, stage, minor] = kubeVersion.exec(version) ?? [];
  return major === undefined
    ? undefined
    : [stage === undefined ? 2 : (stages[stage] ?? 0), Number(major), Number(minor ?? 0)];
}

/**
 * Orders versions by priority; negative if `a` has lower priority than `b`: v1 over v1beta1 over v1alpha1 over other
 * names, which are ordered alphabetically (version.CompareKubeAwareVersionStrings).
 */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const left = parse(a);
  const right = parse(b);
  if (left === undefined || right === undefined)
    return left !== undefined ? 1 : right !== undefined ? -1 : a < b ? 1 : -1;
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
