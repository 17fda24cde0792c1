/** Lines for a terminal as a block of a lesson; none is to fail. */
const lines = (...commands: readonly string[]): string =>
  `\`\`\`console\n${commands.map((command) => `$ ${command}`).join("\n")}\n\`\`\`\n`;

const createRelease = `\`\`\`yaml create until
apiVersion: v1
kind: ConfigMap
metadata: {name: release, namespace: test}
\`\`\`
`;

export interface ChallengeTries {
  /** Another solution than the lesson's way. */
  readonly other: string;
  /** What comes near, and does not reach the goal. */
  readonly miss: string;
}

/** What people try in the challenges, by their slugs: blocks in place of the way. */
export const challengeTries: Readonly<Record<string, ChallengeTries>> = {
  "service-without-pods": {
    other: lines("kubectl delete service web", "kubectl expose deployment web --port=80"),
    miss: lines("kubectl expose deployment web --name=web-2 --port=80"),
  },
  "image-that-is-not-there": {
    other: lines("kubectl delete deployment shop", "kubectl create deployment shop --image=nginx:1.27 --replicas=3"),
    miss: lines("kubectl scale deployment shop --replicas=0", "kubectl set image deployment/shop shop=nginx:1.27"),
  },
  "missing-settings": {
    other: lines(
      `kubectl patch deployment app -p '{"spec": {"template": {"spec": {"containers": [{"name": "app", "envFrom": [{"configMapRef": {"name": "settings"}}]}]}}}}'`,
    ),
    miss: lines(
      `kubectl patch deployment app -p '{"spec": {"template": {"spec": {"containers": [{"name": "app", "envFrom": [{"configMapRef": {"name": "app-settings", "optional": true}}]}]}}}}'`,
    ),
  },
  "full-quota": {
    other: lines("kubectl delete pods --selector app=trial --namespace team"),
    miss: lines("kubectl delete quota pods --namespace team"),
  },
  "may-not-list": {
    other: lines(
      "kubectl create role pod-lister --namespace dev --verb=list --resource=pods",
      "kubectl create rolebinding lister --namespace dev --role=pod-lister --serviceaccount=dev:reporter",
    ),
    miss: lines("kubectl create clusterrolebinding reporter --clusterrole=view --serviceaccount=dev:reporter"),
  },
  "blocked-drain": {
    other: lines(
      "kubectl uncordon two",
      `kubectl patch pdb web -p '{"spec": {"minAvailable": 1}}'`,
      "kubectl drain one",
    ),
    // The pods are on the node one before the other one takes any.
    miss: lines(
      "kubectl rollout status deployment web",
      "kubectl uncordon two",
      "kubectl scale deployment web --replicas=3",
      "kubectl cordon one",
    ),
  },
  "tainted-node": {
    other: lines(
      `kubectl patch deployment web -p '{"spec": {"template": {"spec": {"tolerations": [{"key": "maintenance", "operator": "Exists"}]}}}}'`,
    ),
    miss: lines("kubectl taint node one maintenance=false:NoSchedule --overwrite"),
  },
  "wrong-port": {
    other: lines(
      `kubectl patch deployment api --type json -p '[{"op": "replace", "path": "/spec/template/spec/containers/0/ports/0/name", "value": "http"}]'`,
    ),
    miss: lines(`kubectl patch service api -p '{"spec": {"ports": [{"port": 80, "targetPort": 80}]}}'`),
  },
  "stuck-namespace": {
    other: lines(
      `kubectl patch configmap box --namespace attic --type json -p '[{"op": "remove", "path": "/metadata/finalizers/0"}]'`,
    ),
    miss: `\`\`\`http
PUT /api/v1/namespaces/attic/finalize

{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "attic"}, "spec": {"finalizers": []}}
\`\`\`
`,
  },
  "webhook-in-the-way": {
    other: `${lines(
      `kubectl patch validatingwebhookconfiguration checks -p '{"webhooks": [{"name": "checks.example.com", "matchConditions": [{"name": "not-test", "expression": "request.namespace != \\"test\\""}]}]}'`,
    )}
${createRelease}`,
    miss: `${lines(
      `kubectl patch validatingwebhookconfiguration checks -p '{"webhooks": [{"name": "checks.example.com", "failurePolicy": "Ignore"}]}'`,
    )}
${createRelease}`,
  },
  "too-large-for-the-range": {
    other: lines(
      `kubectl patch limitrange memory --namespace team -p '{"spec": {"limits": [{"type": "Container", "max": {"memory": "1Gi"}}]}}'`,
    ),
    miss: lines("kubectl delete limitrange memory --namespace team"),
  },
  "no-autoscaling": {
    other: lines(
      // without its version: the controller writes the status at any time
      "kubectl get deployment web -o yaml | grep -v resourceVersion: > web.yaml",
      "sed 's/resources: {}/resources: {requests: {cpu: 200m}}/' web.yaml > new.yaml",
      "kubectl replace -f new.yaml",
    ),
    miss: lines("kubectl scale deployment web --replicas=3"),
  },
};
