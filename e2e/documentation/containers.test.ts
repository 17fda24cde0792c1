import { expect, test } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { runLesson } from "../../src/node/test-lessons.ts";

const world = `---
title: Containers
server: {controllers: ["*"], speed: 100}
seed:
  - {apiVersion: v1, kind: Node, metadata: {name: big, labels: {simulation.kubepad.dev/node: "true"}}}
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {colour: blue, shape: round}}
  - {apiVersion: v1, kind: Secret, metadata: {name: key}, stringData: {user: jane}}
  - {apiVersion: v1, kind: Service, metadata: {name: web}, spec: {clusterIP: 10.0.0.50, selector: {app: web}, ports: [{port: 80}]}}
---
`;

const pod = `apiVersion: v1
kind: Pod
metadata: {name: app, labels: {app: web, tier: one}}
spec:
  hostAliases: [{ip: 10.1.2.3, hostnames: [foo.remote]}]
  initContainers:
    - {name: first, image: busybox, command: [sh, -c, "echo from init > /work/first; echo '<!DOCTYPE html>' > /work/index.html"], volumeMounts: [{name: work, mountPath: /work}]}
  containers:
    - name: main
      image: nginx
      ports: [{containerPort: 80}]
      resources: {limits: {cpu: 500m}}
      securityContext: {runAsUser: 1000, runAsGroup: 3000}
      env:
        - {name: GREETING, value: "hello $(COLOUR)"}
        - {name: COLOUR, valueFrom: {configMapKeyRef: {name: settings, key: colour}}}
        - {name: AGAIN, value: "$(COLOUR) again"}
        - {name: USER_NAME, valueFrom: {secretKeyRef: {name: key, key: user}}}
        - {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
        - {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
      volumeMounts:
        - {name: settings, mountPath: /etc/settings}
        - {name: all, mountPath: /etc/all, readOnly: true}
        - {name: work, mountPath: /work}
        - {name: work, mountPath: /usr/share/nginx/html}
    - {name: side, image: busybox, volumeMounts: [{name: work, mountPath: /shared}]}
  volumes:
    - {name: settings, configMap: {name: settings, items: [{key: colour, path: a/colour}]}}
    - {name: work, emptyDir: {}}
    - name: all
      projected:
        sources:
          - {secret: {name: key}}
          - {downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}]}}
`;

const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: closed}
spec: {podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {matchLabels: {may: enter}}}]}]}
`;

/** Lines with what they print. */
const lines: Readonly<Record<string, string>> = {
  "the environment": `$ kubectl exec app -c main -- printenv GREETING COLOUR AGAIN USER_NAME POD CPU
hello $(COLOUR)
blue
blue again
jane
app
1
$ kubectl exec app -c main -- sh -c 'env | grep ^WEB_SERVICE'
WEB_SERVICE_HOST=10.0.0.50
WEB_SERVICE_PORT=80`,
  "volumes of objects": `$ kubectl exec app -c main -- cat /etc/settings/a/colour && echo
blue
$ kubectl exec app -c main -- ls /etc/all
labels
user
$ kubectl exec app -c main -- cat /etc/all/labels && echo
app="web"
tier="one"
$ kubectl exec app -c main -- sh -c 'echo x > /etc/all/user'
...Read-only file system...
command terminated with exit code 1`,
  "input of a program": `$ echo from outside | kubectl exec -i app -c main -- cat
from outside
$ printf 'b\\na\\n' | kubectl exec -i app -c main -- sort
a
b`,
  "a volume that containers share": `$ kubectl exec app -c side -- cat /shared/first
from init
$ kubectl exec app -c side -- sh -c 'echo "<h1>shared</h1>" > /shared/index.html'
$ kubectl exec app -c main -- cat /work/index.html
<h1>shared</h1>
$ kubectl exec app -c main -- curl -s localhost
<h1>shared</h1>`,
  "a changed ConfigMap": `$ kubectl patch configmap settings -p '{"data":{"colour":"red"}}'
configmap/settings patched
$ kubectl exec app -c main -- cat /etc/settings/a/colour && echo
red`,
  "who it is": `$ kubectl exec app -c main -- id
uid=1000 gid=3000 groups=3000
$ kubectl exec app -c main -- hostname
app
$ kubectl exec app -c main -- sh -c 'grep remote /etc/hosts'
10.1.2.3	foo.remote`,
  "the logs of commands": `$ kubectl run said --image=busybox --restart=Never --env=COLOUR=blue --command -- /bin/echo 'the $(COLOUR) sky'
pod/said created
$ kubectl run says --image=busybox --env=COLOUR=red -- sh -c 'while true; do echo "it is $COLOUR in $(hostname)"; sleep 5; done'
pod/says created
$ kubectl wait --for=jsonpath='{.status.phase}'=Succeeded pod/said && kubectl wait --for=condition=Ready pod/says
pod/said condition met
pod/says condition met
$ kubectl logs said
the blue sky
$ kubectl logs says --tail=1
it is red in says
$ kubectl logs says --tail=0
$ kubectl logs app -c main`,
  "a shell that is left": `$ kubectl exec -it app -c main -- sh
$ cd /work
$ echo inside > note
$ pwd; cat note
/work
inside
$ exit
$ kubectl exec -it app -c side -- sh
$ cat /shared/note
inside
$ kubectl get pod app -o name
pod/app`,
  "what is not there": `$ kubectl exec app -c main -- cat /nothing
cat: /nothing: No such file or directory
command terminated with exit code 1
$ kubectl exec app -c main -- sh -c 'echo out; exit 3'
out
command terminated with exit code 3
$ kubectl exec app -c other -- true
Error from server (BadRequest): container other is not valid for pod app`,
  Services: `$ kubectl run client --image=busybox -it --rm --restart=Never -- wget -qO- http://web
<!DOCTYPE html>
pod "client" deleted from default namespace
$ kubectl exec app -c side -- nslookup web
...
Name:      web
Address 1: 10.0.0.50 web.default.svc.cluster.local
$ kubectl exec app -c side -- nslookup other
...
nslookup: can't resolve 'other'
command terminated with exit code 1
$ kubectl port-forward service/web 8080:80 > forward.txt &
$ curl -s -o page.html -w '%{http_code}' http://localhost:8080/ && echo
200
$ kubectl proxy --port=8001 > proxy.txt &
$ curl -s http://localhost:8001/api/v1/namespaces/default/pods/app | grep '"kind": "Pod"'
  "kind": "Pod",
$ curl -s http://localhost:9999; echo $?
7`,
  "network policies": `$ kubectl apply -f policy.yaml
networkpolicy.networking.k8s.io/closed created
$ kubectl run near --image=busybox -it --rm --restart=Never --labels=may=enter -- wget --spider web
Connecting to web (10.0.0.50:80)
remote file exists
pod "near" deleted from default namespace
$ kubectl exec app -c side -- wget --spider --timeout=1 web
Connecting to web (10.0.0.50:80)
wget: download timed out
command terminated with exit code 1`,
};

test.each(Object.entries(lines))("%s", async (_what, text) => {
  const blocks = [
    ["yaml file=policy.yaml", policy],
    ["yaml create", pod],
    ["console", "$ kubectl wait --for=condition=Ready pod/app --timeout=60s\npod/app condition met"],
    ["console", text],
  ];
  const lesson = parseLesson(
    "x.md",
    world + blocks.map(([info, body]) => `\`\`\`${info}\n${body}\n\`\`\`\n`).join("\n"),
  );
  const reports = await runLesson(lesson, createSystemClock());
  const findings = reports.flatMap((report) => report.findings).filter(({ holds }) => !holds);
  expect(findings.map(({ what, expected, got }) => `${what}: ${expected}, ${got}`)).toEqual([]);
});
