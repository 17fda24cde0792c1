import { beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createTestServer, type TestServer } from "../envtest/test-server.ts";
import { completeWords } from "./complete.ts";
import { createSession, type Files, type Session } from "./session.ts";

const files: Files = {
  read: async () => undefined,
  list: async (path) =>
    path === "."
      ? ["app/web.yaml", "app/base/x.yaml", "pod.yaml"]
      : path === "app"
        ? ["base/x.yaml", "web.yaml"]
        : undefined,
  write: async () => {},
};

let server: TestServer;
let session: Session;
beforeAll(async () => {
  server = await createTestServer({ controllers: false });
  const clock = createSystemClock();
  session = createSession({ handle: server.handle, clock, random: () => 0.5, files, server: "http://127.0.0.1:8001" });
  return () => server[Symbol.asyncDispose]();
});

test.each<[line: string, words: readonly string[]]>([
  ["kub", ["kubectl", "kubepad"]],
  ["kubectl get pods | gr", ["grep"]],
  ["kubectl rol", ["rollout"]],
  ["kubectl rollout st", ["status"]],
  ["kubectl -n default rollout st", ["status"]],
  ["kubectl get po", ["pods", "podtemplates", "poddisruptionbudgets.policy"]],
  ["kubectl get pods,limit", ["pods,limitranges"]],
  ["kubectl get ns kube-s", ["kube-system"]],
  ["kubectl get ns/kube-s", ["ns/kube-system"]],
  ["kubectl delete ns kube-public kube-n kube-", ["kube-node-lease", "kube-system"]],
  ["kubectl get pods -n kube-p", ["kube-public"]],
  ["kubectl get pods --namespace=kube-p", ["--namespace=kube-public"]],
  ["kubectl get -o js", ["json", "jsonpath", "jsonpath-as-json", "jsonpath-file"]],
  ["kubectl apply --dry-run=s", ["--dry-run=server"]],
  ["kubectl get --show-", ["--show-kind", "--show-labels", "--show-managed-fields"]],
  ["kubectl get --show-labels --show-l", []],
  ["kubectl rollout status d", ["deployment", "daemonset"]],
  ["kubectl apply -f a", ["app/"]],
  ["kubectl apply -f app/", ["app/base/", "app/web.yaml"]],
  ["cat p", ["pod.yaml"]],
  ["kubectl get clusterroles view && kubectl get clusterrole vi", ["view"]],
  ["kubectl get nosuchtype x", []],
  ["kubectl get 'open", []],
  ["kubectl exec web -- l", []],
])("%s", async (line, words) => {
  expect(await completeWords(session, line, line.length)).toEqual(words);
});

test("the text after the cursor is not looked at", async () => {
  expect(await completeWords(session, "kubectl ge pods", "kubectl ge".length)).toEqual(["get"]);
});
