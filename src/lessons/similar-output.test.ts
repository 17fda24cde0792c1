import { expect, test } from "vitest";
import { isSimilar, similarLines } from "./similar-output.ts";

// oxfmt-ignore
test.each<[what: string, expected: string, got: string, similar: boolean]>([
  ["the same line", "configmap/a created", "configmap/a created", true],
  ["another name", "configmap/a created", "configmap/b created", false],
  ["another word at the end", "pod/web created", "pod/web created now", false],
  ["wider columns and another age", "web   1/1   Running   0   12s", "web  1/1     Running   0     3m5s", true],
  ["another state", "web   1/1   Running   0   12s", "web   0/1   Pending   0   12s", false],
  ["another number of restarts", "web 1/1 Running 0 12s", "web 1/1 Running 1 12s", false],
  ["the time of a restart", "web 1/1 Running 1 (5s ago) 1m", "web 1/1 Running 1 (12s ago) 3m", true],
  ["a pod of a Deployment", "pod/web-75675f5897-7ci7o created", "pod/web-7c5ddbdf54-x9k2p created", true],
  ["a pod of another Deployment", "web-75675f5897-7ci7o", "db-7c5ddbdf54-x9k2p", false],
  ["a ReplicaSet", "web-2035384211  3  3  3  18s", "web-7c5ddbdf54  3  3  3  1s", true],
  ["a pod of a DaemonSet", "agent-abcde", "agent-x9k2p", true],
  ["a name that was written", "web-first", "web-apple", false],
  ["an address", "kubernetes ClusterIP 10.96.0.1 <none> 443/TCP 5d", "kubernetes ClusterIP 10.0.0.1 <none> 443/TCP 1s", true],
  ["an address that is missing", "web ClusterIP 10.96.0.1", "web ClusterIP None", false],
  ["addresses with ports", "Endpoints: 10.0.0.1:80,10.0.0.2:80", "Endpoints: 10.244.0.7:80,10.244.1.9:80", true],
  ["another port", "Endpoints: 10.0.0.1:80", "Endpoints: 10.0.0.1:81", false],
  ["a node port", "web NodePort 10.0.0.1 <none> 80:31704/TCP 1s", "web NodePort 10.0.0.9 <none> 80:30123/TCP 1s", true],
  ["a uid", "uid: 0d9f8f5c-3c1e-11e8-b467-0ed5f89f718b", "uid: 5d1f5a0e-91a1-4d6c-9d3a-000000000001", true],
  ["a revision", "Resource Version:  12345", "Resource Version:  7", true],
  ["a revision in YAML", 'resourceVersion: "12345"', 'resourceVersion: "7"', true],
  ["a generation", "generation: 1", "generation: 2", false],
  ["a time", "Start Time: Thu, 24 Nov 2022 01:20:19 +0000", "Start Time: Sun, 01 Jan 2026 00:00:00 +0000", true],
  ["a time in YAML", 'creationTimestamp: "2022-11-24T13:20:19Z"', 'creationTimestamp: "2026-01-01T00:00:00Z"', true],
  ["a hash among labels", "Labels: app=web,pod-template-hash=1564180365", "Labels: app=web,pod-template-hash=7c5ddbdf54", true],
  ["another label", "Labels: app=web,pod-template-hash=1564180365", "Labels: app=db,pod-template-hash=7c5ddbdf54", false],
  ["a Job of a CronJob", "hello-4111706356   1/1", "hello-29454000   1/1", true],
  ["dots in a word", "token: ey...", "token: eyJhbGciOi", true],
  ["dots in a line", "Name: ... end", "Name: a b c end", true],
  ["dots before something else", "Name: ... end", "Name: a b c", false],
  ["a deletion, without its namespace", 'pod "web" deleted', 'pod "web" deleted from default namespace', true],
  ["a deletion of something else", 'pod "web" deleted', 'pod "db" deleted from default namespace', false],
  ["a deletion in another namespace", 'pod "web" deleted from a namespace', 'pod "web" deleted from b namespace', false],
  ["the path of an address", 'creating "examples/a/b.yaml": no', 'creating "https://k8s.io/examples/a/b.yaml": no', true],
  ["another path", 'creating "examples/a/b.yaml": no', 'creating "https://k8s.io/examples/a/c.yaml": no', false],
  ["another amount of CPU", "    cpu:  500m", "    cpu:  600m", false],
  ["the node of another cluster", "Node:         worker-1/192.168.0.113", "Node:             node1/192.168.49.3", true],
  ["no node", "Node:         <none>", "Node:             node1/192.168.49.3", false],
  ["an event with a node", "Normal Scheduled 3s default-scheduler Successfully assigned default/a to worker-1", "Normal Scheduled 1s default-scheduler Successfully assigned default/a to node2", true],
  ["a write as older releases told it", 'lamp "one" created', "lamp.example.com/one created", true],
  ["the same in the plural", 'services "web" exposed', "service/web exposed", true],
  ["another write", 'lamp "one" created', "lamp.example.com/two created", false],
  ["a write of another kind", 'pod "one" created', "lamp.example.com/one created", false],
  ["a port that was chosen", "Forwarding from 127.0.0.1:63753 -> 80", "Forwarding from 127.0.0.1:30000 -> 80", true],
  ["another port that is forwarded", "Forwarding from 127.0.0.1:8080 -> 80", "Forwarding from 127.0.0.1:9090 -> 80", false],
  ["a container of another runtime", "Container ID:  docker://b888f9adfd15bd5739fefaa39e1df4dd3c617b9902082b1cfdc29c4028ffb2eb", "Container ID:  containerd://3eefc467e04bdc08a43d4fec6de6fe9d756d3bdb1d4a0ac097eb1b685c230e1d", true],
  ["a container and none", "Container ID:  docker://b888f9adfd15bd5739fefaa39e1df4dd3c617b9902082b1cfdc29c4028ffb2eb", "Container ID:", false],
  ["the address of a service, with a port that was chosen", "http://127.0.0.1:51082", "http://192.168.49.3:31073", true],
  ["an address with another port", "http://127.0.0.1:8080", "http://192.168.49.3:31073", false],
  ["a value that is not shown", "web 1/1 Running 0 <some-time>", "web 1/1 Running 0 3m", true],
  ["a value that is not there", "web 1/1 Running 0 <some-time>", "web 1/1 Running 0", false],
  ["none in place of a value", "web <none>", "web 10.0.0.1", false],
  ["an age and no age", "web 1/1 12s", "web 1/1 twelve", false],
])("%s", (_what, expected, got, similar) => {
  expect(isSimilar(expected, got)).toBe(similar);
});

const differing = (expected: string, got: string) =>
  similarLines(expected.split("\n"), got)
    .filter(({ holds }) => !holds)
    .map((line) => `${line.index}: ${line.expected} | ${line.got}`);

// oxfmt-ignore
test.each<[what: string, expected: string, got: string, differences: readonly string[]]>([
  ["lines in order, without empty ones", "a\n\nb\n", "a\nb\n\n", []],
  ["a line that is missing", "a\nb", "a\n", ["1: b | nothing"]],
  ["a line too many", "a", "a\nb\n", ["0: no more lines | b"]],
  ["lines that are left out", "a\n...\nd", "a\nb\nc\nd\n", []],
  ["lines that are left out at the end", "a\n...", "a\nb\nc\n", []],
  ["a line that is not among them", "a\n...\nx", "a\nb\n", ["2: x | b"]],
  ["rows in another order", "NAME READY\nweb-aaaaa 1/1\nweb-bbbbb 0/1", "NAME READY\nweb-x2x2x 0/1\nweb-z4z4z 1/1\n", []],
  ["rows that are not the same", "NAME READY\nweb-aaaaa 1/1\nweb-bbbbb 0/1", "NAME READY\nweb-x2x2x 1/1\nweb-z4z4z 1/1\n", ["2: web-bbbbb 0/1 | web-z4z4z 1/1"]],
  ["a notice of newer releases", "hpa/a autoscaled", "Flag --cpu-percent has been deprecated, Use --cpu\nhpa/a autoscaled\n", []],
  ["a notice that is shown and not printed", "Flag --a has been deprecated, Use --b\nx", "x\n", ["0: Flag --a has been deprecated, Use --b | x", "1: x | nothing"]],
  ["the chosen container", "x", 'Defaulted container "a" out of: a, b\nx\n', []],
  ["other words before the output", "x", "Warning: no\nx\n", ["0: x | Warning: no", "0: no more lines | x"]],
  ["how far a rollout is, as seen at another time", "Waiting for rollout to finish: 2 out of 3 new replicas have been updated...\nrolled out", "rolled out\n", []],
  ["a rollout that ends otherwise", "Waiting for rollout to finish: 2 out of 3 new replicas have been updated...\nrolled out", "error: late\n", ["1: rolled out | error: late"]],
  ["a rollout that does not end", "Waiting for rollout to finish: 1 of 3...", "rolled out\n", ["0: Waiting for rollout to finish: 1 of 3... | rolled out"]],
  ["waiting for a pod that is ready at once", "Waiting for pod default/a to be running, status is Pending, pod ready: false\nIf you don't see a command prompt, try pressing enter.", "", []],
  ["waiting for a pod, and what it prints", "Waiting for pod default/a to be running, status is Pending, pod ready: false\nx", "y\n", ["1: x | y"]],
  ["a pod that is waited for in vain", "Waiting for pod default/a to be running, status is Pending, pod ready: false", "error: late\n", ["0: no more lines | error: late"]],
  ["a warning about apply", "deployment.apps/a configured", "Warning: resource deployments/a is missing the kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply. x\ndeployment.apps/a configured\n", []],
  ["an empty list of older releases", "No resources found.", "No resources found in default namespace.\n", []],
  ["a dry run of older releases", "namespace/a labeled", "namespace/a labeled (server dry run)\n", []],
  ["a dry run that is shown", "namespace/a labeled (server dry run)", "namespace/a labeled\n", ["0: namespace/a labeled (server dry run) | namespace/a labeled"]],
  ["a history of older releases", 'deployments "a"\nREVISION', "deployment.apps/a\nREVISION\n", []],
  ["a revision of older releases", 'deployments "a" revision 2', "deployment.apps/a with revision #2\n", []],
  ["another revision", 'deployments "a" revision 1', "deployment.apps/a with revision #2\n", ['0: deployments "a" revision 1 | deployment.apps/a with revision #2']],
  ["a selector of older releases", "Selector: controller-uid=bf865e04-0b67-483b-9a90-74cfc4c3e756", "Selector: batch.kubernetes.io/controller-uid=67f19140-886b-4d62-86f2-7c58d12afcfb\n", []],
  ["a sign before the words", "The 'metrics-server' addon is enabled", "🌟  The 'metrics-server' addon is enabled\n", []],
  ["a prompt for the next line", "x\nroot@a:/# ", "x\n", []],
  ["a prompt alone", "/ # ", "", ["0: / # | nothing"]],
  ["lines of no table in another order", "a\nb", "b\na\n", ["0: a | b", "1: b | a"]],
])("%s", (_what, expected, got, differences) => {
  expect(differing(expected, got)).toEqual(differences);
});

const pod =
  "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  uid: 0d9f8f5c-3c1e-11e8-b467-0ed5f89f718b\nspec:\n  containers:\n  - image: nginx\n    name: a\n    resources:\n      limits:\n        cpu: 500m\n  - image: redis\n    name: b\n";
const table =
  "NAME   STATUS   VOLUME   ACCESS MODES   AGE\nweb    Bound             RWO            5s\ndb     Lost     v1       RWX            7s\n";
const described =
  "Name:         web\nNamespace:    default\nData\n====\na:\n----\n1\n\nBinaryData\n====\n\nEvents:  <none>\n";

// oxfmt-ignore
test.each<[what: string, expected: string, got: string, similar: boolean]>([
  ["a document in another order", "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: a\n    image: nginx\n  - name: b", pod, true],
  ["a part of a document", "resources:\n  limits:\n    cpu: 500m", pod, true],
  ["items of a part", "containers:\n- name: b\n...", pod, true],
  ["another uid in a document", "metadata:\n  name: web\n  uid: 5d1f5a0e-91a1-4d6c-9d3a-000000000001", pod, true],
  ["members whose values are left out", "...\nspec:\n  containers:\n  ...\nkind: Pod\n...", pod, true],
  ["another value below one that is left out", "metadata:\n  ...\n  name: other\nkind: Pod", pod, false],
  ["another value in a document", "resources:\n  limits:\n    cpu: 600m", pod, false],
  ["a member that is not there", "resources:\n  requests:\n    cpu: 500m", pod, false],
  ["a member at the end whose value is not shown", "resources:\n  limits:\n    cpu: 500m\n  claims:", pod, true],
  ["another value before it", "resources:\n  limits:\n    cpu: 600m\n  claims:", pod, false],
  ["JSON that is cut off", '{\n"kind": "Pod",\n"spec": {"containers": [{"name": "a"},', '{\n"kind": "Pod",\n"spec": {"containers": [{"name": "a"}]}}', true],
  ["another value in JSON that is cut off", '{\n"kind": "Pod",\n"spec": {"containers": [{"name": "b"},', '{\n"kind": "Pod",\n"spec": {"containers": [{"name": "a"}]}}', false],
  ["items in another order", "containers:\n- name: b\n- name: a", pod, false],
  ["no document", "resources: [", pod, false],
  ["a text", "resources", pod, false],
  ["columns of an older release", "NAME  STATUS  VOLUME  ACCESSMODES\nweb   Bound           RWO\ndb    Lost    v1      RWX", table, true],
  ["another cell of a column", "NAME  STATUS  ACCESSMODES\nweb   Bound   RWX\ndb    Lost    RWX", table, false],
  ["a column that is not there", "NAME  STATUS  REASON\nweb   Bound   a\ndb    Lost    b", table, false],
  ["nodes of another cluster", "NAME  STATUS  IP         NODE\nweb   Running  10.1.0.2  worker-1", "NAME   STATUS    IP        NODE    NOMINATED NODE\nweb    Running   10.2.0.5  node1   <none>\n", true],
  ["a node and none", "NAME  STATUS  IP      NODE\nweb   Pending  <none>  <none>", "NAME   STATUS    IP        NODE    NOMINATED NODE\nweb    Pending   <none>    node1   <none>\n", false],
  ["a row that is not shown", "NAME  STATUS  ACCESSMODES\nweb   Bound   RWO", table, false],
  ["a row too many", "NAME  STATUS\nweb   Bound\ndb    Lost\ndb    Lost", table, false],
  ["a part of a description", "Name:   web\nData\n====\na:\n----\n1\nEvents:  <none>", described, true],
  ["lines of a description in another order", "Data\nName:   web", described, false],
  ["a line that a description does not have", "Name:   web\nLabels: <none>", described, false],
  ["an error over lines", "Error from server: it is\nforbidden", "Error from server: it is forbidden\n", true],
  ["variables in another order", "B=2\nA=10.0.0.1", "PATH=/bin\nA=10.0.0.7\nB=2\n", true],
  ["another value of a variable", "B=2\nA=1", "A=1\nB=3\n", false],
  ["an error as a sentence", "Error from server: it is\nforbidden.", "Error from server: it is forbidden\n", true],
  ["an error without its file", 'pods "a" is forbidden:\nmost', 'Error from server (Forbidden): error when creating "a.yaml": pods "a" is forbidden: most\n', true],
  ["another error without its file", 'pods "a" is forbidden:\nmost', 'Error from server (Forbidden): error when creating "a.yaml": pods "a" is forbidden: least\n', false],
  ["a part of other lines", "a\nc", "a\nb\nc\n", false],
])("%s", (_what, expected, got, similar) => {
  expect(differing(expected, got).length === 0).toBe(similar);
});

test("lines of long words and many marks are compared", () => {
  const long = "a-".repeat(9000);
  expect(isSimilar(long, `${long}b`)).toBe(false);
  expect(isSimilar("... ".repeat(4000) + "x", "y ".repeat(8000))).toBe(false);
  expect(isSimilar(`${"[".repeat(19_000)}x`, `${"[".repeat(19_000)}y`)).toBe(false);
  expect(isSimilar(`${",".repeat(19_000)}x`, `${",".repeat(19_000)}y`)).toBe(false);
});
