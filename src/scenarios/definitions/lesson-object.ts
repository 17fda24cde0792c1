/** Returns a function that writes objects of a kind as YAML from a name and the text of `spec`. */
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
