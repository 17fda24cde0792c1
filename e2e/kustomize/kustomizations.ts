/** The files of kustomizations by their paths; `kustomization.yaml` at the top is built. */
export type Kustomization = Readonly<Record<string, string>>;

const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {tier: front}
spec:
  replicas: 1
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: nginx:1.0
        env:
        - name: A
          valueFrom: {configMapKeyRef: {name: settings, key: a}}
        - name: B
          value: b
      volumes:
      - name: keys
        secret: {secretName: keys}
`;

const service = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
  - port: 80
    targetPort: 8080
`;

const both = { "web.yaml": web, "service.yaml": service };
const resources = "resources: [web.yaml, service.yaml]\n";

/** A kustomization of the two files, with more lines. */
const over = (more: string, files: Kustomization = {}, alsoOf = ""): Kustomization => ({
  ...both,
  ...files,
  "kustomization.yaml": `resources: [web.yaml, service.yaml${alsoOf}]\n${more}`,
});

const base = { "base/web.yaml": web, "base/service.yaml": service, "base/kustomization.yaml": resources };

/** Kustomizations with every generator and transformer, by what they are about. */
// oxfmt-ignore
export const kustomizations: Readonly<Record<string, Kustomization>> = {
  "resources alone": over(""),
  "a base and an overlay": { ...base, "kustomization.yaml": "resources: [base]\nnamespace: shop\n" },
  "names with a prefix and a suffix": over("namePrefix: a-\nnameSuffix: -z\n"),
  "a namespace": over("namespace: shop\n"),
  "labels of selectors and templates": over("labels:\n- pairs: {a: b}\n  includeSelectors: true\n- pairs: {c: d}\n  includeTemplates: true\n- pairs: {e: f}\n"),
  "labels of fields": over("labels:\n- pairs: {a: b}\n  fields:\n  - {path: spec/selector/a, kind: Service, create: true}\n"),
  "common labels": over("commonLabels: {a: b}\n"),
  "common annotations": over("commonAnnotations: {a: b}\n"),
  "images": over("images:\n- {name: nginx, newName: registry.test/nginx, newTag: '2.0'}\n"),
  "an image by its digest": over("images:\n- {name: nginx, digest: 'sha256:0123456789012345678901234567890123456789012345678901234567890123'}\n"),
  "replicas": over("replicas:\n- {name: web, count: 5}\n"),
  "config maps of all sources": over("configMapGenerator:\n- name: settings\n  literals: [a=b, 'c=d e']\n- name: files\n  files: [a.txt, named=b.bin]\n- name: envs\n  envs: [c.env]\n", { "a.txt": "one\ntwo\n", "b.bin": "\u0001x", "c.env": "# nothing\nX=y\n\nZ='q'\n" }),
  "secrets of all sources": over("secretGenerator:\n- name: keys\n  literals: [a=b]\n- name: certificate\n  type: kubernetes.io/tls\n  files: [tls.crt=a.txt, tls.key=a.txt]\n- name: envs\n  envs: [c.env]\n", { "a.txt": "one\n", "c.env": "X=y\n" }),
  "generated objects without hashes": over("configMapGenerator:\n- name: settings\n  literals: [a=b]\ngeneratorOptions: {disableNameSuffixHash: true, labels: {a: b}, annotations: {c: d}, immutable: true}\n"),
  "options of one generator": over("configMapGenerator:\n- name: settings\n  literals: [a=b]\n  options: {disableNameSuffixHash: true, labels: {a: b}}\n"),
  "generated objects that are merged": { ...base, "base/kustomization.yaml": `${resources}configMapGenerator:\n- name: settings\n  literals: [a=b, c=d]\n`, "kustomization.yaml": "resources: [base]\nconfigMapGenerator:\n- name: settings\n  behavior: merge\n  literals: [c=e, f=g]\n" },
  "generated objects that are replaced": { ...base, "base/kustomization.yaml": `${resources}configMapGenerator:\n- name: settings\n  literals: [a=b, c=d]\n`, "kustomization.yaml": "resources: [base]\nconfigMapGenerator:\n- name: settings\n  behavior: replace\n  literals: [f=g]\n" },
  "a strategic merge patch in a file": over("patches:\n- path: patch.yaml\n", { "patch.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: web, image: other}, {name: more, image: more}]}}}\n" }),
  "a strategic merge patch in place, with its target": over("patches:\n- target: {kind: Deployment, labelSelector: tier=front}\n  patch: |-\n    kind: any\n    metadata: {name: any}\n    spec: {replicas: 4}\n"),
  "a JSON patch": over("patches:\n- target: {kind: Service, name: web}\n  patch: |-\n    - {op: replace, path: /spec/ports/0/port, value: 81}\n    - {op: add, path: /metadata/labels, value: {a: b}}\n    - {op: remove, path: /spec/ports/0/targetPort}\n"),
  "patches that delete": over("patches:\n- patch: |-\n    $patch: delete\n    apiVersion: v1\n    kind: Service\n    metadata: {name: web}\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: web}\n    spec: {template: {spec: {containers: [{name: web, env: [{name: B, $patch: delete}]}]}}}\n"),
  "a patch that renames": over("patches:\n- target: {kind: Service}\n  options: {allowNameChange: true}\n  patch: |-\n    - {op: replace, path: /metadata/name, value: front}\n"),
  "older fields of patches": over("patchesStrategicMerge: [patch.yaml]\npatchesJson6902:\n- target: {version: v1, kind: Service, name: web}\n  path: patch.json\n", { "patch.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {paused: true}\n", "patch.json": '[{"op": "add", "path": "/spec/type", "value": "NodePort"}]' }),
  "replacements": over("replacements:\n- source: {kind: Service, name: web, fieldPath: 'spec.ports.0.port'}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: ['spec.template.metadata.annotations.port']\n    options: {create: true}\n- path: more.yaml\n", { "more.yaml": "source: {kind: Deployment, fieldPath: metadata.name}\ntargets:\n- select: {kind: Deployment}\n  fieldPaths: ['spec.template.spec.containers.[name=web].env.[name=B].value']\n" }),
  "a part of a replaced text": over("replacements:\n- source: {kind: Service, name: web, fieldPath: metadata.name}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: ['spec.template.spec.containers.0.image']\n    options: {delimiter: ':', index: 0}\n"),
  "a number in quotes, for a field that is there and one that is not": over("commonAnnotations: {port: '81', truth: 'true'}\nreplacements:\n- source: {kind: Service, name: web, fieldPath: metadata.annotations.port}\n  targets:\n  - select: {kind: Service}\n    fieldPaths: ['spec.ports.0.port', 'spec.ports.0.nodePort', 'metadata.labels.port']\n    options: {create: true}\n- source: {kind: Service, name: web, fieldPath: metadata.annotations.truth}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: ['spec.paused']\n    options: {create: true}\n", {}),
  "components": { ...base, "kustomization.yaml": "resources: [base]\ncomponents: [more]\n", "more/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nconfigMapGenerator:\n- name: settings\n  literals: [a=b]\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: web}\n    spec: {replicas: 7}\n" },
  "two overlays of one base": { ...base, "one/kustomization.yaml": "resources: [../base]\nnamePrefix: one-\n", "two/kustomization.yaml": "resources: [../base]\nnamePrefix: two-\n", "kustomization.yaml": "resources: [one, two]\n" },
  "configurations": over("namePrefix: a-\nconfigurations: [config.yaml]\nimages:\n- {name: tool, newTag: '3'}\n", { "config.yaml": "images:\n- {path: spec/tool, kind: Tool}\nnameReference:\n- kind: Service\n  fieldSpecs:\n  - {path: spec/service, kind: Tool}\n", "tool.yaml": "apiVersion: a.test/v1\nkind: Tool\nmetadata: {name: t}\nspec: {tool: 'tool:1', service: web}\n" }, ", tool.yaml"),
  "variables": over("vars:\n- name: PORT\n  objref: {apiVersion: v1, kind: Service, name: web}\n  fieldref: {fieldpath: metadata.name}\n", { "web.yaml": web.replace("value: b", "value: $(PORT)") }),
  "transformers in files": over("transformers: [t.yaml]\n", { "t.yaml": "apiVersion: builtin\nkind: PrefixSuffixTransformer\nmetadata: {name: t}\nprefix: a-\nfieldSpecs: [{path: metadata/name}]\n" }),
  "the metadata of builds": over("buildMetadata: [originAnnotations, managedByLabel]\nconfigMapGenerator:\n- name: settings\n  literals: [a=b]\n"),
  "an order": over("sortOptions: {order: legacy}\n", { "ns.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n" }, ", ns.yaml"),
  "references to generated names": over("configMapGenerator:\n- name: settings\n  literals: [a=b]\nsecretGenerator:\n- name: keys\n  literals: [a=b]\nnamePrefix: x-\n"),
  "lists and several documents": { "all.yaml": `${web}---\napiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n`, "kustomization.yaml": "resources: [all.yaml]\nnamePrefix: p-\n" },
  "images by a regular expression": over("images:\n- {name: 'ng.*|none', newTag: '2'}\n"),
  "a suffix of tags, which comes twice where containers are a field of images": over("images:\n- {name: nginx, tagSuffix: -alpine}\n"),
  "a long secret, whose base64 has lines": over(`secretGenerator:\n- name: keys\n  literals: [a=${"x".repeat(51)}, b=${"x".repeat(52)}, 'c=${"xyz ".repeat(60)}']\n`),
  "a patch that would change the version": over("patches:\n- target: {kind: Service}\n  patch: |-\n    apiVersion: v2\n    kind: Other\n    metadata: {name: other}\n    spec: {x: y}\n"),
  "a fixed value of a replacement": over("replacements:\n- sourceValue: fixed\n  targets:\n  - {select: {kind: Service}, fieldPaths: [metadata.annotations.from], options: {create: true}}\n"),
  "an order of its own": over("sortOptions: {order: legacy, legacySortOptions: {orderFirst: [Service], orderLast: [Deployment]}}\n"),
  "the order of the files": over("sortOptions: {order: fifo}\n"),
  "fields in other capitals": { ...both, "kustomization.yaml": "RESOURCES: [web.yaml, service.yaml]\nnameprefix: a-\nImages:\n- {Name: nginx, NEWTAG: '3'}\n" },
  "an environment with lines of all kinds": over("configMapGenerator:\n- name: settings\n  envs: [e.env]\n", { "e.env": "# none\nA=1\n\n B=2 \nC='q'\nD\nE==x\n=none\n" }),
  "a list of nothing": over("images:\n- null\nlabels:\n- pairs:\n"),
};

/** Kustomizations that kubectl refuses, by what is wrong with them. */
// oxfmt-ignore
export const refusedKustomizations: Readonly<Record<string, Kustomization>> = {
  "a validator that renames": over("validators: [v.yaml]\n", { "v.yaml": "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: v}\nprefix: x-\nfieldSpecs: [{path: metadata/name}]\n" }),
  "a tag that is a number": over("images:\n- {name: nginx, newTag: 1.20}\n"),
  "a tag of a field that is none": over("images:\n- {name: nginx, tag: '1'}\n"),
  "a label that is a truth": over("labels:\n- pairs: {a: y}\n"),
  "replicas in quotes": over("replicas:\n- {name: web, count: '4'}\n"),
  "half a replica": over("replicas:\n- {name: web, count: 1.5}\n"),
  "a list that is a text": over("configMapGenerator:\n- {name: settings, literals: a=b}\n"),
  "a literal that is a number": over("configMapGenerator:\n- {name: settings, literals: [1]}\n"),
  "an option that is a text": over("secretGenerator:\n- {name: keys, options: {immutable: x}}\n"),
  "a target that is a text": over("patches:\n- {target: x}\n"),
  "a kind that is a number": over("patches:\n- {target: {kind: 1}}\n"),
  "images by name": over("images: {name: nginx}\n"),
  "targets of a replacement by name": over("replacements:\n- {targets: {}}\n"),
  "a list in place of a kustomization": { "kustomization.yaml": "- a\n" },
  "a JSON patch in brackets that is no JSON": over("patches:\n- {target: {kind: Service}, patch: '[{op: add, path: /a, value: 1}]'}\n"),
  "a JSON patch with a number": over("patches:\n- {target: {kind: Service}, patch: '- 3'}\n"),
  "an order that is none": over("sortOptions: {order: other}\n"),
  "an order of its own that is not used": over("sortOptions: {order: fifo, legacySortOptions: {orderFirst: [Service]}}\n"),
  "a fixed value with a source": over("replacements:\n- {sourceValue: x, source: {kind: Service}, targets: [{select: {kind: Service}}]}\n"),
  "a replacement without targets": over("replacements:\n- {source: {kind: Service}, targets: []}\n"),
  "a file of a generator with two keys": over("configMapGenerator:\n- {name: settings, files: [a=b=c]}\n"),
};
