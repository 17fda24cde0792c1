const kubeVersion = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;
const stages: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };

/** Stage, major and minor number of a version that is named as Kubernetes names them. */
function parse(version: string): readonly [stage: number, major: number, minor: number] | undefined {
  const [, major, stage, minor] = kubeVersion.exec(version) ?? [];
  return major === undefined
    ? undefined
    : [stage === undefined ? 2 : (stages[stage] ?? 0), Number(major), Number(minor ?? 0)];
}

/**
 * Below 0 where `a` is of lower priority than `b`: v1 before v1beta1 before v1alpha1 before other names, which are in
 * order of the alphabet (version.CompareKubeAwareVersionStrings).
 */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const left = parse(a);
  const right = parse(b);
  if (left === undefined || right === undefined)
    return left !== undefined ? 1 : right !== undefined ? -1 : a < b ? 1 : -1;
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
