import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { served } from "../testing/fake-api.ts";
import { snippetsOf } from "./snippets.ts";
import type { Snippet, SnippetRequest } from "./snippet.ts";

const context = {
  server: "http://127.0.0.1:8001",
  resources: [
    served("", "v1", "pods", "Pod"),
    served("", "v1", "nodes", "Node", false),
    served("apps", "v1", "deployments", "Deployment"),
  ],
};
const json = [["Content-Type", "application/json"]] as const;

const request = (
  method: string,
  target: string,
  body = "",
  headers: SnippetRequest["headers"] = [],
): SnippetRequest => ({ method, target, headers, body });
const text = (tool: Snippet["tool"], asked: SnippetRequest): string | undefined =>
  snippetsOf(asked, context).find((snippet) => snippet.tool === tool)?.text;

describe("kubectl snippets", () => {
  // oxfmt-ignore
  it.each([
    [request("GET", "/api/v1/namespaces/x/pods/a"), "kubectl get pods a -n x -o yaml"],
    [request("GET", "/apis/apps/v1/namespaces/x/deployments/a/scale"), "kubectl get deployments.v1.apps a -n x --subresource=scale -o yaml"],
    [request("GET", "/api/v1/pods?labelSelector=a%3Db%2Cc%21%3Dd&limit=5"), "kubectl get pods -A -l 'a=b,c!=d' --chunk-size=5"],
    [request("GET", "/api/v1/nodes?watch=1"), "kubectl get nodes -w"],
    [request("GET", "/api/v1/nodes?watch=0"), "kubectl get nodes"],
    [request("GET", "/api/v1/namespaces/x"), "kubectl get namespaces x -o yaml"],
    [request("GET", "/api/v1/pods?resourceVersion=0"), "kubectl get --raw '/api/v1/pods?resourceVersion=0'"],
    [request("GET", "/healthz"), "kubectl get --raw /healthz"],
    [request("POST", "/api/v1/namespaces/x/pods?dryRun=All&fieldManager=me", "{}"), "kubectl create -n x --dry-run=server --field-manager=me -f - <<'EOF'\n{}\nEOF"],
    [request("POST", "/api/v1/namespaces/x/pods/a/eviction", "{}"), "kubectl create --raw /api/v1/namespaces/x/pods/a/eviction -f - <<'EOF'\n{}\nEOF"],
    [request("PUT", "/api/v1/namespaces/x/pods/a/status", "a\nEOF\n"), "kubectl replace -n x --subresource=status -f - <<'EOF_'\na\nEOF\nEOF_"],
    [request("PATCH", "/api/v1/nodes/n", `{"a":"it's"}`, [["content-type", "application/merge-patch+json"]]), `kubectl patch nodes n --type=merge -p '{"a":"it'\\''s"}'`],
    [request("PATCH", "/api/v1/nodes/n?force=true&fieldManager=m", "a: b", [["content-type", "application/apply-patch+yaml"]]), "kubectl apply --server-side --field-manager=m --force-conflicts -f - <<'EOF'\na: b\nEOF"],
    [request("DELETE", "/api/v1/namespaces/x/pods/a?propagationPolicy=Foreground"), "kubectl delete pods a -n x --cascade=foreground --wait=false"],
    [request("DELETE", "/api/v1/namespaces/x/pods", '{"propagationPolicy":"Orphan","gracePeriodSeconds":0}'), "kubectl delete pods --all -n x --cascade=orphan --grace-period=0 --wait=false"],
    [request("DELETE", "/api/v1/namespaces/x/pods/a"), "kubectl delete --raw /api/v1/namespaces/x/pods/a"],
    [request("DELETE", "/api/v1/namespaces/x/pods/a", '{"preconditions":{}}'), undefined],
    [request("OPTIONS", "/api/v1/pods"), undefined],
    [request("PATCH", "/api/v1/nodes/n", "{}", [["content-type", "text/odd"]]), undefined],
  ])("of $method $target", (asked, command) => {
    expect(text("kubectl", asked)).toBe(command);
  });
});

describe("curl snippets", () => {
  it.each([
    [request("GET", "/api/v1/pods?a=b&c"), "curl 'http://127.0.0.1:8001/api/v1/pods?a=b&c'"],
    [request("HEAD", "/api/../x"), "curl --path-as-is -I http://127.0.0.1:8001/api/../x"],
    [request("GET", "/api/v1/pods?watch=1&x={}"), "curl -N -g 'http://127.0.0.1:8001/api/v1/pods?watch=1&x={}'"],
    [request("GET", "/", "x"), "curl -X GET http://127.0.0.1:8001/ -H Content-Type: --data-raw x"],
  ])("of $method $target", (asked, command) => {
    expect(text("curl", asked)).toBe(command);
  });

  it("give the shell just what was asked, quotes and lines included", () => {
    const body = `{"a": "it's $HOME \`x\` \\"q\\"\n"}`;
    const command =
      text("curl", request("POST", "/api/v1/namespaces/x/pods?fieldManager=a'b", body, [...json, ["X-Empty", ""]])) ??
      "";
    const words = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: "utf8" }).split(
      "\0",
    );
    expect(words.slice(0, -1)).toEqual([
      "http://127.0.0.1:8001/api/v1/namespaces/x/pods?fieldManager=a'b",
      "-H",
      "Content-Type: application/json",
      "-H",
      "X-Empty;",
      "--data-raw",
      body,
    ]);
  });
});

/** Runs a snippet's fetch call with a recording fake. */
async function runFetch(code: string): Promise<unknown[]> {
  const calls: unknown[] = [];
  const fetch = (...call: unknown[]) => (
    calls.push(call),
    Promise.resolve({ status: 200, text: () => "", json: () => "" })
  );
  const run: unknown = new Function("fetch", "console", `return (async () => { ${code} })()`);
  if (typeof run === "function") await run(fetch, { log: () => {} });
  return calls;
}

describe("fetch snippets", () => {
  it.each([
    ['{"a": [1, {"b": null}]}'],
    ['{"large": 12345678901234567890}'],
    ['{"a":1,"a":2}'],
    ["a: `b` ${c}\nd: \\n\n"],
    ['{"__proto__":{"a":1}}'],
  ])("send the body %j", async (body) => {
    const [call] = await runFetch(text("fetch", request("POST", "/api/v1/pods", body, json)) ?? "");
    const [url, init] = call as [string, RequestInit];
    expect(url).toBe("http://127.0.0.1:8001/api/v1/pods");
    expect(init).toMatchObject({ method: "POST", headers: { "Content-Type": "application/json" } });
    expect([body, body.replaceAll(" ", "")]).toContain(init.body);
  });

  it("read a watch line by line", () => {
    expect(text("fetch", request("GET", "/api/v1/pods?watch=true"))).toContain(
      "for await (const part of response.body",
    );
  });
});

describe("client-node snippets", () => {
  // oxfmt-ignore
  it.each([
    [request("GET", "/api/v1/namespaces/x/pods/a"), '"kind": "Pod"'],
    [request("GET", "/apis/apps/v1/namespaces/x/deployments?labelSelector=a"), 'client.list("apps/v1", "Deployment", "x", undefined, undefined, undefined, undefined, "a")'],
    [request("GET", "/api/v1/pods?watch=1&labelSelector=a"), 'new Watch(config).watch(\n  "/api/v1/pods",\n  {"labelSelector":"a"}'],
    [request("PATCH", "/api/v1/nodes/n", '{"spec":{}}', [["content-type", "application/merge-patch+json"]]), "PatchStrategy.MergePatch"],
    [request("DELETE", "/api/v1/nodes/n"), "client.delete("],
    [request("GET", "/version"), "config.applyToFetchOptions"],
    [request("GET", "/apis/unknown.io/v1/things"), "config.applyToFetchOptions"],
  ])("of $method $target", (asked, part) => {
    expect(text("client-node", asked)).toContain(part);
  });
});

describe("client-go snippets", () => {
  const merge = [["content-type", "application/merge-patch+json"]] as const;
  const apply = [["content-type", "application/apply-patch+yaml"]] as const;
  // oxfmt-ignore
  it.each([
    [request("GET", "/api/v1/namespaces/x/pods/a"), 'client.Resource(resource).Namespace("x").Get(context.Background(), "a", metav1.GetOptions{})'],
    [request("GET", "/apis/apps/v1/namespaces/x/deployments/a/scale"), '.Get(context.Background(), "a", metav1.GetOptions{}, "scale")'],
    [request("GET", "/apis/apps/v1/deployments?labelSelector=a%3Db&limit=5"), 'client.Resource(resource).List(context.Background(), metav1.ListOptions{LabelSelector: "a=b", Limit: 5})'],
    [request("GET", "/api/v1/pods?watch=1&resourceVersion=7"), '.Watch(context.Background(), metav1.ListOptions{ResourceVersion: "7"})'],
    [request("POST", "/api/v1/namespaces/x/pods?dryRun=All", '{"metadata":{"name":"a"}}', json), '"kind": "Pod"'],
    [request("POST", "/api/v1/namespaces/x/pods?dryRun=All", '{"metadata":{"name":"a"}}', json), '.Create(context.Background(), object, metav1.CreateOptions{DryRun: []string{"All"}})'],
    [request("POST", "/api/v1/namespaces/x/pods/a/eviction", '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"a"}}'), 'metav1.CreateOptions{}, "eviction")'],
    [request("PUT", "/api/v1/nodes/n/status", '{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"}}'), '.Update(context.Background(), object, metav1.UpdateOptions{}, "status")'],
    [request("PATCH", "/api/v1/nodes/n", '{"a":"`"}', merge), 'patch := []byte("{\\"a\\":\\"`\\"}")'],
    [request("PATCH", "/api/v1/nodes/n?force=true&fieldManager=m", "a: b", apply), "options.Force = &force"],
    [request("DELETE", "/api/v1/namespaces/x/pods/a?gracePeriodSeconds=0&propagationPolicy=Orphan"), '.Delete(context.Background(), "a", options)'],
    [request("DELETE", "/api/v1/namespaces/x/pods?labelSelector=a"), '.DeleteCollection(context.Background(), options, metav1.ListOptions{LabelSelector: "a"})'],
    [request("GET", "/version"), 'RESTClient().Verb("GET").\n\t\tRequestURI("/version")'],
    [request("GET", "/api/v1/pods", "", [["Accept", "application/json;as=Table;g=meta.k8s.io;v=v1"]]), 'SetHeader("Accept", "application/json;as=Table;g=meta.k8s.io;v=v1")'],
    [request("GET", "/api/v1/pods?watch=1&sendInitialEvents=true"), "request.Stream(context.Background())"],
    [request("POST", "/api/v1/namespaces/x/pods", "kind: Pod\n", [["Content-Type", "application/yaml"]]), "Body([]byte(`kind: Pod\n`))"],
  ])("of $method $target", (asked, part) => {
    expect(text("client-go", asked)).toContain(part);
  });
});
