import { expect, test } from "vitest";
import { block, pageFailures } from "./testing/run-blocks.ts";

test("an author says what command lines in containers print", async () => {
  const programs = [
    "---",
    "programs:",
    "  - {run: 'nginx -v', pod: web, prints: nginx/1.27, exitCode: 3}",
    "  - {run: 'curl * http://*/', prints: hello}",
    "  - {run: 'nginx -v', prints: another pod}",
    "---",
    "",
  ];
  const text = [
    block(
      "shell",
      "kubectl run web --image=nginx\nkubectl run db --image=nginx\nkubectl wait --for=condition=Ready pod/web pod/db",
    ),
    block("shell", "$ kubectl exec web -- nginx -v\nnginx/1.27\ncommand terminated with exit code 3"),
    block(
      "shell",
      "$ kubectl exec db -- sh -c 'nginx -v'\nanother pod\n$ kubectl exec db -- curl -s http://web/\nhello",
    ),
  ];
  expect(await pageFailures(programs.join("\n") + text.join("\n"))).toEqual([]);
});

test("a loop of a container that does not sleep is gone through once, and is not waited for", async () => {
  const pod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: a\n    image: busybox\n    command: [sh, -c, 'while true; do echo x > /f; done']";
  const text = block("shell", `kubectl apply -f - <<EOF\n${pod}\nEOF\nkubectl wait --for=condition=Ready pod/web`);
  expect(await pageFailures(text + block("shell", "$ kubectl exec web -- cat /f\nx"))).toEqual([]);
});

test("what the loops of containers have printed and written follows the time of the world", async () => {
  const loop = (name: string, script: string): string =>
    `  - {name: ${name}, image: busybox, command: [sh, -c, '${script}'], volumeMounts: [{name: v, mountPath: /v}]}\n`;
  const count = 'i=0; while true; do echo "$i: $(date)"; echo $i >> /v/f; i=$((i+1)); sleep 1; done';
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  volumes: [{name: v, emptyDir: {}}]\n  containers:\n${loop("a", count)}`;
  const text = [
    block("shell", `kubectl apply -f - <<'EOF'\n${pod}EOF\nkubectl wait --for=condition=Ready pod/web\nsleep 5`),
    block("shell", "kubectl logs web"),
    block("", "0: Fri Apr  1 11:42:23 UTC 2022\n1: Fri Apr  1 11:42:24 UTC 2022\n2: Fri Apr  1 11:42:25 UTC 2022"),
    block("shell", "kubectl exec web -- head -3 /v/f"),
    block("", "0\n1\n2"),
  ];
  expect(await pageFailures(text.join("\n"))).toEqual([]);
});
