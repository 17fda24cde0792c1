import { expect, it } from "vitest";
import { natureOf } from "./only-reads.ts";
import { statementsOf } from "./shell/statements.ts";

const nature = (line: string) => natureOf({ line, bodies: [] });

it.each([
  "kubectl get pods -A | grep web | wc -l",
  "kubectl -n demo describe deployment/web",
  "k auth can-i create pods --as alice && kubectl version",
  "kubectl config view",
  "echo hello",
])("%s only reads", (line) => {
  expect(nature(line).onlyReads).toBe(true);
});

it.each([
  "kubectl delete pod web",
  "kubectl -n get delete pod web",
  "kubectl --context get delete pod web",
  "kubectl get pods; kubectl delete pod web",
  "kubectl get pods -o yaml > pods.yaml",
  "kubectl apply -f web.yaml --dry-run=server",
  "kubectl config set-context --current --namespace=demo",
  "kubectl kustomize overlay -o all.yaml",
  "kubectl get 'pods",
  "rm -rf /",
])("%s may write", (line) => {
  expect(nature(line).onlyReads).toBe(false);
});

it.each([
  ["kubectl get pods -w", true],
  ["kubectl get pods --watch=true", true],
  ["kubectl get pods -Aw", true],
  ["kubectl get pods --watch=false", false],
  ["kubectl get pods -owide", false],
  ["grep -w pods", false],
])("%s watches: %s", (line, watches) => {
  expect(nature(line).watches).toBe(watches);
});

it("a statement knows its lines, and whether it is complete", () => {
  const script = "kubectl get pods\nkubectl apply -f - <<EOF\na: 1\nEOF\nkubectl get \\\n  nodes";
  expect(statementsOf(script).map(({ text, open }) => [text, open])).toEqual([
    ["kubectl get pods", false],
    ["kubectl apply -f - <<EOF\na: 1\nEOF", false],
    ["kubectl get \\\n  nodes", false],
  ]);
});

it.each(["kubectl apply -f - <<EOF\na: 1", "kubectl get 'pods", "kubectl get \\"])("%j needs another line", (text) => {
  expect(statementsOf(text).at(-1)?.open).toBe(true);
});
