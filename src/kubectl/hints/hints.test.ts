import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { createTestServer, type TestServer } from "../../envtest/test-server.ts";
import { createSession, type Session, type SessionOptions } from "../session.ts";
import { runStatement } from "../shell/shell.ts";

let server: TestServer;
let session: Session;
const files = new Map<string, string>();

const optionsOf = (): SessionOptions => ({
  handle: server.handle,
  clock: createSystemClock(),
  random: () => 0.5,
  files: { read: async (path) => files.get(path), list: async () => undefined, write: async () => {} },
  server: "http://127.0.0.1:8001",
  token: "admin-token",
  hints: server.handle,
});

async function run(line: string, given = session) {
  let [out, err] = ["", ""];
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  await runStatement(given, { line, bodies: [] }, output, new AbortController().signal);
  const lines = err.trimEnd().split("\n");
  return { out, lines, hints: lines.filter((each) => each.startsWith("hint: ")).map((each) => each.slice(6)) };
}

const deployment = (extra: string, apiVersion = "apps/v1"): string =>
  [
    `{"apiVersion":"${apiVersion}","kind":"Deployment","metadata":{"name":"web"},"spec":{"selector":{"matchLabels":`,
    `{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}${extra}}}`,
  ].join("");

const container = (name: string) => ({ name, image: "i" });
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "cart" },
  spec: { containers: [container("app"), container("proxy")], initContainers: [container("prepare")] },
};
const hasNot = (name: string): string => `cart has no container ${name}; it has prepare, app and proxy`;

beforeAll(async () => {
  server = await createTestServer({
    controllers: false,
    tokenAuthFile: 'admin-token,admin,1,"system:masters"\n',
  });
  session = createSession(optionsOf());
  files.set("unknown.json", deployment(',"replcas":2'));
  files.set("old.json", deployment("", "apps/v1beta1"));
  files.set("ingress.json", '{"apiVersion":"extensions/v1beta1","kind":"Ingress","metadata":{"name":"a"}}');
  files.set("replicas.json", deployment(',"replicas":3'));
  files.set(
    "policy.json",
    deployment("").replace('"spec":{"containers"', '"spec":{"restartPolicy":"always","containers"'),
  );
  files.set("label.json", deployment("").replace('"name":"web"', '"name":"web","labels":{"a":1}'));
  files.set("name.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: n\n");
  files.set("tab.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: a\n");
  await run("kubectl create deployment owned --image=nginx --replicas=2");
  await run("kubectl create namespace shop");
  await run("kubectl create configmap prices -n shop");
  files.set("pod.json", JSON.stringify(pod));
  await run("kubectl create -f pod.json -n shop");
}, 60_000);
afterAll(() => server.close());

test.each([
  ["kubectl get pod1", "did you mean pods?"],
  ["kubectl get deploymnts.apps", "did you mean deployments?"],
  ["kubectl get configmap price -n shop", "there is no price among configmaps; did you mean prices?"],
  ["kubectl get cm prices", "there is no prices among configmaps of the namespace default; there is one in shop"],
  ["kubectl create configmap a -n shopp", "the namespace shopp does not exist; did you mean shop?"],
  ["kubectl get --raw /api/v1/namespaces/default/pod", "there is no resource pod in v1; did you mean pods?"],
  ["kubectl create -f unknown.json", "there is no field spec.replcas; did you mean replicas?"],
  ["kubectl apply --server-side -f unknown.json", "there is no field spec.replcas; did you mean replicas?"],
  ["kubectl create -f old.json", "Deployment of apps/v1beta1 was removed in v1.16; apps/v1 serves it since v1.9"],
  [
    "kubectl apply -f ingress.json",
    "Ingress of extensions/v1beta1 was removed in v1.22; networking.k8s.io/v1 serves it since v1.19",
  ],
  ["kubectl create -f policy.json", "write spec.template.spec.restartPolicy: Always"],
  ["kubectl explain deployment.spec.replcas", "there is no field spec.replcas; did you mean replicas?"],
  ["kubectl explain -n shop pods.spec.container", "there is no field spec.container; did you mean containers?"],
  ["kubectl get podes", "did you mean pods?"],
  ["kubectl get pcv", "did you mean persistentvolumeclaims?"],
  ["kubectl get psp", "PodSecurityPolicy of policy/v1beta1 was removed in v1.25, and nothing replaces it"],
  [
    "kubectl create -f label.json",
    "a value of metadata.labels takes a text, and a number was sent: write it in quotes",
  ],
  [
    "kubectl create -f name.yaml",
    "metadata.name takes a text, and a bool was sent: write it in quotes; YAML reads y, n, yes, no, on and off as booleans",
  ],
  ["kubectl create -f tab.yaml", "YAML is indented by blanks: a line begins with a tab, or a value with % @ or `"],
  ["kubectl create configmap a -n market", "the namespace market does not exist: kubectl create namespace market"],
  [
    "kubectl get pods --as ann",
    "ann may not list pods in the namespace default; the ClusterRole view would allow it, bound to ann: kubectl create rolebinding ann-view --clusterrole=view --user=ann -n default",
  ],
  ["kubectl get pods -o jsn", "did you mean -o json?"],
  ["kubectl get pods -o jsonpth={.items}", "did you mean -o jsonpath?"],
  ["kubectl create namespace shop", "change the one that is there (kubectl apply), or give another name"],
  ["kubectl delete namespace default", undefined],
  ["kubectl create namespace Shop", "write metadata.name: shop"],
  ["kubectl logs cart -c ap -n shop", `${hasNot("ap")}; did you mean app?`],
  ["kubectl -n shop logs cart database", hasNot("database")],
  ["kubectl -n shop exec cart -c prxy -- env", `${hasNot("prxy")}; did you mean proxy?`],
  ["kubectl -n shop attach cart -c prepair", `${hasNot("prepair")}; did you mean prepare?`],
  ["kubectl -n shop debug cart --image=busybox --target=ap", undefined],
  ["kubectl label namespace shop a='b c'", undefined],
  ["kubectl get pods", undefined],
  [
    "kubectl get deployment.v1beta1.extensions",
    "Deployment of extensions/v1beta1 was removed in v1.16; apps/v1 serves it since v1.9",
  ],
  ["kubectl get cronjobs.apps", "cronjobs are in batch/v1, not in apps"],
  ["kubectl get deploys", "did you mean deployments?"],
  ["kubectl get ingress.extensions", "ingresses are in networking.k8s.io/v1, not in extensions"],
  [
    "kubectl explain ingress --api-version=extensions/v1beta1",
    "Ingress of extensions/v1beta1 was removed in v1.22; networking.k8s.io/v1 serves it since v1.19",
  ],
  ["kubectl get --raw /apis/extensions", "the server has no API group extensions"],
  ["kubectl get --raw /apis/app", "the server has no API group app; did you mean apps?"],
  ["kubectl get --raw /apis/apps/v1beta1", "apps has no version v1beta1; it has v1"],
  ["kubectl get --raw /readyzz", "the server does not serve this path; did you mean /readyz?"],
  ["kubectl get --raw /nowhere", undefined],
  ["kubepad why ingress.extensions x", "ingresses are in networking.k8s.io/v1, not in extensions"],
  ["kubepad why pod crt -n shop", "there is no crt among pods; did you mean cart?"],
  ["kubectl get gateways", "the server has no resource called gateways: its CustomResourceDefinition may be missing"],
  ["kubectl get secret x -n shop", "there is no x among secrets; the namespace shop has none"],
  ["kubectl top nodes", "the addon metrics-server is not installed: minikube addons enable metrics-server"],
  ["kubectl -n shop set image pod/cart ap=nginx:2", `${hasNot("ap")}; did you mean app?`],
  [
    `kubectl patch deployment owned -p '{"spec":{"replicas":"3"}}'`,
    "spec.replicas takes a whole number, and a string was sent: write it without quotes",
  ],
])("%s", async (line, hint) => {
  expect((await run(line)).hints).toEqual(hint === undefined ? [] : [hint]);
});

test("the hint follows the error", async () => {
  expect((await run("kubectl get pod1")).lines).toEqual([
    'error: the server doesn\'t have a resource type "pod1"',
    "hint: did you mean pods?",
  ]);
});

test("what a hint asks is not sent as the command's", async () => {
  const sent: string[] = [];
  const { hints, ...options } = optionsOf();
  const handle: Handle = (exchange) => (sent.push(exchange.target), server.handle(exchange));
  const line = "kubectl get configmap price -n shop";
  await run(line, createSession({ ...options, handle }));
  const without = sent.splice(0);
  expect((await run(line, createSession({ ...options, handle, ...(hints && { hints }) }))).hints).toHaveLength(1);
  expect(sent).toEqual(without);
});

test.each(["kubectl get pod1 --hints=false", "KUBEPAD_HINTS=off kubectl get pod1"])("%s", async (line) => {
  expect((await run(line)).hints).toEqual([]);
});

test("a session that asks for no hints has neither them nor their flag", async () => {
  const { hints: _hints, ...options } = optionsOf();
  const plain = createSession(options);
  expect((await run("kubectl get pod1", plain)).hints).toEqual([]);
  expect((await run("kubectl get pods --hints=true", plain)).lines[0]).toBe("error: unknown flag: --hints");
});
