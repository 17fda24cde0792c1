// The texts of the races to begin with.
const deployment = `objects:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web, namespace: default}
  spec:
    replicas: 2
    selector: {matchLabels: {app: web}}
    template:
      metadata: {labels: {app: web}}
      spec: {containers: [{name: app, image: "nginx:1.28"}]}
`;

const settings = `objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: settings, namespace: default}
  data: {colour: blue, size: large}
`;

export const lostUpdate = `name: A lost update
about: Alice scales a Deployment while Bob changes its image. Both write back the whole object that they have read, without its resourceVersion.
${deployment}actors:
  alice:
  - GET /apis/apps/v1/namespaces/default/deployments/web
  - method: PUT
    path: /apis/apps/v1/namespaces/default/deployments/web
    # without a resourceVersion, the server writes over whatever is there
    edit: {metadata: {resourceVersion: null}, spec: {replicas: 3}}
  bob:
  - GET /apis/apps/v1/namespaces/default/deployments/web
  - method: PUT
    path: /apis/apps/v1/namespaces/default/deployments/web
    edit: {metadata: {resourceVersion: null}, spec: {template: {spec: {containers: [{name: app, image: "nginx:1.29"}]}}}}
`;

export const conflict = `name: A conflict, and nobody tries again
about: Two controllers count in the same ConfigMap. The resourceVersion protects what was written, but who comes second gives up.
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: counter, namespace: default}
  data: {count: "0"}
actors:
  one:
  - GET /api/v1/namespaces/default/configmaps/counter
  - method: PUT
    path: /api/v1/namespaces/default/configmaps/counter
    edit: {data: {one: done}}
  two:
  - GET /api/v1/namespaces/default/configmaps/counter
  - method: PUT
    path: /api/v1/namespaces/default/configmaps/counter
    edit: {data: {two: done}}
`;

export const applyConflict = `name: Two appliers of one field
about: Alice and an autoscaler apply a Deployment by server-side apply, and both set its replicas.
setup:
- method: PATCH
  path: /apis/apps/v1/namespaces/default/deployments/web?fieldManager=alice
  type: application/apply-patch+yaml
  body:
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      selector: {matchLabels: {app: web}}
      template:
        metadata: {labels: {app: web}}
        spec: {containers: [{name: app, image: "nginx:1.28"}]}
actors:
  alice:
  - method: PATCH
    path: /apis/apps/v1/namespaces/default/deployments/web?fieldManager=alice
    type: application/apply-patch+yaml
    body:
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 3
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: app, image: "nginx:1.29"}]}
  autoscaler:
  - method: PATCH
    path: /apis/apps/v1/namespaces/default/deployments/web?fieldManager=autoscaler
    type: application/apply-patch+yaml
    body: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 5}}
`;

export const quota = `name: A quota that is exceeded
about: A controller counts Secrets and writes what is used of a quota, while two are created. What it writes is older than what the server has counted meanwhile.
objects:
- apiVersion: v1
  kind: ResourceQuota
  metadata: {name: one-secret, namespace: default}
  spec: {hard: {count/secrets: "1"}}
setup:
- method: PATCH
  path: /api/v1/namespaces/default/resourcequotas/one-secret/status
  type: application/merge-patch+json
  body: {status: {hard: {count/secrets: "1"}, used: {count/secrets: "0"}}}
steps: [begin, read, write]
actors:
  counter:
  - GET /api/v1/namespaces/default/resourcequotas/one-secret
  - method: PUT
    path: /api/v1/namespaces/default/resourcequotas/one-secret/status
    edit: {metadata: {resourceVersion: null}, status: {used: {count/secrets: "0"}}}
  alice:
  - method: POST
    path: /api/v1/namespaces/default/secrets
    body: {metadata: {name: first}}
  - method: POST
    path: /api/v1/namespaces/default/secrets
    body: {metadata: {name: second}}
`;

export const leaders = `name: Two leaders
about: Two replicas of a controller see a Lease that nobody holds, and take it by a patch, which does not say what they have seen.
objects:
- apiVersion: coordination.k8s.io/v1
  kind: Lease
  metadata: {name: controller, namespace: default}
  spec: {leaseDurationSeconds: 15}
actors:
  one:
  - GET /apis/coordination.k8s.io/v1/namespaces/default/leases/controller
  - method: PATCH
    path: /apis/coordination.k8s.io/v1/namespaces/default/leases/controller
    if: {spec: {holderIdentity: null}}
    type: application/merge-patch+json
    body: {spec: {holderIdentity: one}}
  two:
  - GET /apis/coordination.k8s.io/v1/namespaces/default/leases/controller
  - method: PATCH
    path: /apis/coordination.k8s.io/v1/namespaces/default/leases/controller
    if: {spec: {holderIdentity: null}}
    type: application/merge-patch+json
    body: {spec: {holderIdentity: two}}
`;

export const createOrUpdate = `name: Create or update
about: Two controllers create a ConfigMap if it is not there, and change it if it is. Both see that it is not there.
actors:
  one:
  - GET /api/v1/namespaces/default/configmaps/shared
  - method: PUT
    path: /api/v1/namespaces/default/configmaps/shared
    when: ok
    again: 409
    edit: {data: {one: done}}
  - method: POST
    path: /api/v1/namespaces/default/configmaps
    when: 404
    body: {metadata: {name: shared}, data: {one: done}}
  two:
  - GET /api/v1/namespaces/default/configmaps/shared
  - method: PUT
    path: /api/v1/namespaces/default/configmaps/shared
    when: ok
    again: 409
    edit: {data: {two: done}}
  - method: POST
    path: /api/v1/namespaces/default/configmaps
    when: 404
    body: {metadata: {name: shared}, data: {two: done}}
`;

export const finalizer = `name: The finalizer comes too late
about: A controller makes something for an object, and only then adds the finalizer by which it would delete it again. Alice deletes the object.
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: bucket, namespace: default}
actors:
  controller:
  - GET /api/v1/namespaces/default/configmaps/bucket
  - method: POST
    path: /api/v1/namespaces/default/secrets
    when: ok
    body: {metadata: {name: credentials-of-bucket}}
  - method: PATCH
    path: /api/v1/namespaces/default/configmaps/bucket
    when: ok
    type: application/merge-patch+json
    body: {metadata: {finalizers: [example.com/credentials]}}
  alice:
  - DELETE /api/v1/namespaces/default/configmaps/bucket
`;

export const watchGap = `name: A gap between list and watch
about: A controller lists two kinds and then watches the first one from the revision of its last list. What is written between the lists is in neither.
actors:
  controller:
  - GET /api/v1/namespaces/default/secrets
  - GET /api/v1/namespaces/default/configmaps
  - GET /api/v1/namespaces/default/secrets?watch=1&resourceVersion={resourceVersion}
  alice:
  - method: POST
    path: /api/v1/namespaces/default/secrets
    body: {metadata: {name: missed}}
`;

export const kubectlPipes = `name: A lost update with kubectl
about: Alice and Bob change a ConfigMap by kubectl get, sed and kubectl replace, and throw away its resourceVersion.
${settings}steps: [read, write]
actors:
  alice:
  - kubectl get configmap settings -o yaml | sed -e '/resourceVersion/d' -e 's/blue/red/' | kubectl replace -f -
  bob:
  - kubectl get configmap settings -o yaml | sed -e '/resourceVersion/d' -e 's/large/small/' | kubectl replace -f -
`;

export const lastWrite = `name: The last write wins
about: Two people patch the same field. A patch says nothing of what its author has seen, so the server cannot know that it is out of date.
${settings}actors:
  alice:
  - method: PATCH
    path: /api/v1/namespaces/default/configmaps/settings
    type: application/merge-patch+json
    body: {data: {theme: dark}}
  bob:
  - method: PATCH
    path: /api/v1/namespaces/default/configmaps/settings
    type: application/merge-patch+json
    body: {data: {theme: light}}
`;
