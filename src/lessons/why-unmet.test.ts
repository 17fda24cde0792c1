import { describe, expect, test } from "vitest";
import { lineReports } from "./line-counts.ts";
import { parseLesson } from "./parse-lesson.ts";
import { block, reportsOf } from "./testing/run-blocks.ts";

/** What becomes of each command line of a page. */
async function outcomes(text: string): Promise<readonly string[]> {
  const page = parseLesson("x.md", text);
  const reports = await reportsOf(page, { bounds: { waitMs: 500, lessonMs: 3_000_000 } });
  return lineReports(page, reports).map(({ outcome, reason }) => (reason === "" ? outcome : `${outcome}: ${reason}`));
}

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}";

describe("a line of a page is not run, and not failed, where it needs what the page does not make", () => {
  test.each([
    ["an object", "kubectl get pod my-pod", 'the page does not make pods "my-pod"'],
    ["several objects", "kubectl delete pod my-pod my-other", 'the page does not make pods "my-pod"'],
    ["a file", "kubectl apply -f pod.yaml", "the page does not make the file pod.yaml"],
    ["a machine", "curl -X PATCH k8s-master:8080/api", "k8s-master is in a network, and there is none here"],
    ["a file that it reads", "kubectl create configmap a --from-file=a.conf", "the page does not make the file a.conf"],
    ["a file that it removes", "rm kubectl.sha256", "the page does not make the file kubectl.sha256"],
    ["a file that it moves", "sudo mv ./a.txt /tmp", "the page does not make the file ./a.txt"],
    ["a context", "kubectl get pods --context kind-a", "the page does not make the context kind-a"],
    ["metrics", "kubectl top pods", "there is no metrics API here"],
    ["a network", "curl https://elsewhere.example/a", "elsewhere.example is in a network, and there is none here"],
    [
      "a value",
      `kubectl apply -f - <<EOF\n${configMap.replace("settings", "<your-name>")}\nEOF`,
      "a reader puts a value in for <your-name>",
    ],
  ])("%s", async (_what, line, reason) => {
    expect(await outcomes(block("shell", line))).toEqual([`not run: ${reason}`]);
  });

  test("a plugin that is not installed", async () => {
    const lines =
      block("shell", "sudo chmod +x ./kubectl-foo_bar") + block("shell", "kubectl foo-bar\nkubectl gte pods");
    expect((await outcomes(lines)).slice(1)).toEqual([
      "not run: the plugin kubectl-foo_bar is not installed",
      "failed",
    ]);
  });

  test("what it only asks for", async () => {
    const asked = block(
      "shell",
      "export PORT=$(kubectl get services/web -o name)\nkubectl rollout status deployments/web",
    );
    expect((await outcomes(asked)).at(-1)).toBe('not run: the page does not make deployments.apps "web"');
  });

  test("rows of what it does not make", async () => {
    const list = block("shell", "kubectl get deployments") + block("", "NAME READY AGE\nbootcamp 1/1 11m");
    expect(await outcomes(list)).toEqual(["not run: the page does not make bootcamp"]);
    const made = block("shell", "kubectl create deployment bootcamp --image=a\nkubectl delete deployment bootcamp");
    expect((await outcomes(made + list)).at(-1)).toBe("failed");
  });

  test("rows of what it does not make, where there are others", async () => {
    const made = block("shell", "kubectl create deployment web --image=a");
    const list = block("shell", "kubectl get deployments");
    const other = block("", "NAME READY AGE\nbootcamp 1/1 11m");
    expect((await outcomes(made + list + other)).at(-1)).toBe("not run: the page does not make bootcamp");
    const own = block("", "NAME READY AGE\nweb 7/7 11m");
    expect((await outcomes(made + list + own)).at(-1)).toBe("failed");
    const generated = block("shell", "kubectl get pods") + block("", "NAME AGE\nweb-6ddb6f5c8d-hqc2w 11m\nweb-1-x 1s");
    expect((await outcomes(made + generated)).at(-1)).toBe("failed");
  });

  test("an object whose name is like a word in an address", async () => {
    const lines = "kubectl create ns demo # as https://k8s.io/examples/a.yaml\nkubectl get ns example";
    expect((await outcomes(block("shell", lines))).at(-1)).toBe('not run: the page does not make namespaces "example"');
  });

  test("a value that nothing gives", async () => {
    const lines = "export POD=$(kubectl get pods -o name)\nkubectl exec $POD -- env";
    expect(await outcomes(block("shell", lines))).toEqual([
      "passed",
      "not run: the page makes nothing that gives $POD a value",
    ]);
    expect((await outcomes(block("shell", `kubectl create ns a\n${lines}`))).at(-1)).toBe("failed");
  });

  test("a shell in a container that it does not make", async () => {
    const lines = ["kubectl exec -it my-pod -- sh", "cat server.js", "exit", "pwd"];
    expect(await outcomes(block("shell", lines.join("\n")))).toEqual([
      'not run: the page does not make pods "my-pod"',
      "not run: no shell was opened in a container",
      "not run: no shell was opened in a container",
      "passed",
    ]);
    expect(await outcomes(block("shell", "kubectl exec -it <pod> -- sh\ncat server.js"))).toEqual([
      "not run: the reader puts something in for <pod>",
      "not run: no shell was opened in a container",
    ]);
  });

  test("an answer that something is not there", async () => {
    const path = "apis/apps/v1/namespaces/default/deployments/bootcamp";
    const ask = block("shell", `kubectl proxy --port=8080 &\ncurl -X DELETE localhost:8080/${path}`);
    const answer = block("", '"kind": "Deployment",');
    expect((await outcomes(ask + answer)).at(-1)).toBe('not run: the page does not make deployments.apps "bootcamp"');
    const made = block("shell", "kubectl create deployment bootcamp --image=a\nkubectl delete deployment bootcamp");
    expect((await outcomes(made + ask + answer)).at(-1)).toBe("failed");
  });

  test("a list of nothing in YAML, before anything is made", async () => {
    const list = block("shell", "kubectl get pods -o yaml") + block("", "items:\n- kind: Pod");
    expect(await outcomes(list)).toEqual(["not run: the page makes nothing that is listed"]);
    expect((await outcomes(block("shell", "kubectl create ns a") + list)).at(-1)).toBe("failed");
  });

  test("what a line that does not run makes", async () => {
    const lines =
      "kubectl create ns demo\nkubectl create nothing\nkubectl run web --image=<image>\nkubectl get pod web";
    expect((await outcomes(block("shell", lines))).at(-1)).toBe('not run: a line that does not run makes pods "web"');
    const made = `kubectl run web --image=a\nkubectl delete pod web --now\n${lines}`;
    expect((await outcomes(block("shell", made))).at(-1)).toBe("failed");
  });

  test("what no line that failed has to do with", async () => {
    const failed = "kubectl create cm settings\nkubectl label cm settings a=b=c";
    const lines = block("shell", `${failed}\nkubectl get pod web\nkubectl apply -f frontend.yaml`);
    expect((await outcomes(lines)).slice(-2)).toEqual([
      'not run: the page does not make pods "web"',
      "not run: the page does not make the file frontend.yaml",
    ]);
  });

  test("another way to make what it has made", async () => {
    const ways = "kubectl create configmap settings\nkubectl create configmap settings --from-literal=a=b";
    expect(await outcomes(block("shell", ways))).toEqual([
      "passed",
      'not run: it is another way to make what there is: configmaps "settings"',
    ]);
  });
});

describe("a line of a page fails", () => {
  test.each([
    ["when what it needs was there", "kubectl create cm settings\nkubectl delete cm settings\nkubectl get cm settings"],
    ["when its name is misspelt", "kubectl create cm settings\nkubectl label cm settings a=b\nkubectl get cm setings"],
    [
      "when a line failed that may have made its file",
      "echo a > b/web.yaml\nkubectl create ns demo\nkubectl apply -f web.yaml",
    ],
    [
      "when files may have said so",
      "echo 'kind: Other' > a.yaml\nkubectl create ns demo\nkubectl apply -f a.yaml\nkubectl get pod web",
    ],
    [
      "when a line failed that may have made it",
      `kubectl create cm other\nkubectl apply -f - <<EOF\n${configMap.replace("v1", "v9")}\nEOF\nkubectl get cm settings`,
    ],
  ])("%s", async (_what, lines) => {
    expect((await outcomes(block("shell", lines))).at(-1)).toBe("failed");
  });
});
