/** Writes objects of a kind as YAML, each from its name and what stands below `spec`. */
export const lessonObjects =
  (apiVersion: string, kind: string) =>
  (name: string, spec: string): string =>
    `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
  namespace: default
spec:
${spec}`;
