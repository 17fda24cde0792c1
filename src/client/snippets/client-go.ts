import { isWatch, parsePath, type ParsedPath, unknownParameters } from "./parsed-path.ts";
import { contentTypeOf, type Snippet, type SnippetContext, type SnippetRequest } from "./snippet.ts";
import { readExactly } from "./javascript.ts";

/**
 * Returns the request as a Go program for client-go: by its dynamic client, or by its REST client where that has no
 * call for it. `go mod init x && go mod tidy && go run .` runs it.
 */
export function clientGoSnippet(request: SnippetRequest, { resources }: SnippetContext): Snippet {
  const path = parsePath(request.target);
  const program = (path && dynamicProgram(request, path, kindOf(path, resources))) ?? restProgram(request);
  return { tool: "client-go", language: "go", text: programText(program) };
}

/** A program: what it imports beside `context` and the configuration, and what it does with the configuration. */
interface Program {
  readonly imports: readonly string[];
  readonly lines: readonly string[];
}

const packages = {
  fmt: '"fmt"',
  meta: 'metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"',
  unstructured: '"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"',
  schema: '"k8s.io/apimachinery/pkg/runtime/schema"',
  types: '"k8s.io/apimachinery/pkg/types"',
  dynamic: '"k8s.io/client-go/dynamic"',
  kubernetes: '"k8s.io/client-go/kubernetes"',
  clientcmd: '"k8s.io/client-go/tools/clientcmd"',
} as const;

const pathOf = (imported: string): string => imported.split('"')[1] ?? "";

function programText({ imports, lines }: Program): string {
  const sorted = [...imports, packages.clientcmd].toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  const standard = ['"context"', ...sorted.filter((name) => !name.includes("."))];
  const groups = [standard, sorted.filter((name) => name.includes("."))];
  return `package main

import (
${groups.map((group) => group.map((name) => `\t${name}\n`).join("")).join("\n")})

func main() {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, nil).ClientConfig()
	check(err)
${lines.map((line) => `\t${line}\n`).join("")}}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`;
}

/** Returns the kind of a path, which an object needs whose body does not tell it. */
const kindOf = ({ group, version, resource }: ParsedPath, resources: SnippetContext["resources"]): string | undefined =>
  resources.find((served) => served.group === group && served.version === version && served.resource === resource)
    ?.kind;

/** Returns a text as a Go string: a raw one where it can be. */
const goString = (text: string): string => (/[`\r\0]/.test(text) ? JSON.stringify(text) : `\`${text}\``);
const quoted = (text: string): string => JSON.stringify(text);

const booleans: ReadonlySet<string> = new Set(["1", "true", "t", "TRUE", "True", "T"]);

/** How parameters of a request become fields of an options type; a value that has no field makes the REST client do. */
const fields: Readonly<Record<string, (value: string) => string>> = {
  labelSelector: (value) => `LabelSelector: ${quoted(value)}`,
  fieldSelector: (value) => `FieldSelector: ${quoted(value)}`,
  limit: (value) => `Limit: ${Number(value)}`,
  continue: (value) => `Continue: ${quoted(value)}`,
  resourceVersion: (value) => `ResourceVersion: ${quoted(value)}`,
  resourceVersionMatch: (value) => `ResourceVersionMatch: metav1.ResourceVersionMatch(${quoted(value)})`,
  allowWatchBookmarks: (value) => `AllowWatchBookmarks: ${booleans.has(value)}`,
  dryRun: (value) => `DryRun: []string{${quoted(value)}}`,
  fieldManager: (value) => `FieldManager: ${quoted(value)}`,
  fieldValidation: (value) => `FieldValidation: ${quoted(value)}`,
};
const listed = ["labelSelector", "fieldSelector", "limit", "continue", "resourceVersion", "resourceVersionMatch"];
const written = ["dryRun", "fieldManager", "fieldValidation"];

/** Returns options as a Go literal; undefined if a parameter has no field. */
function options(type: string, { query }: ParsedPath, known: readonly string[]): string | undefined {
  if (unknownParameters(query, known).length > 0) return undefined;
  const set = [...query].flatMap(([name, value]) => {
    const field = fields[name];
    return field === undefined ? [] : [field(value)];
  });
  return `metav1.${type}{${set.join(", ")}}`;
}

const patchTypes: Readonly<Record<string, string>> = {
  "application/json-patch+json": "types.JSONPatchType",
  "application/merge-patch+json": "types.MergePatchType",
  "application/strategic-merge-patch+json": "types.StrategicMergePatchType",
  "application/apply-patch+yaml": "types.ApplyPatchType",
};

function dynamicProgram(request: SnippetRequest, path: ParsedPath, kind: string | undefined): Program | undefined {
  if (request.headers.some(([name, value]) => name.toLowerCase() !== "content-type" && value !== "application/json"))
    return undefined;
  const call = callOf(request, path, kind);
  if (call === undefined) return undefined;
  const { group, version, resource, namespace } = path;
  const gvr = `schema.GroupVersionResource{Group: ${quoted(group)}, Version: ${quoted(version)}, Resource: ${quoted(resource)}}`;
  const target = `client.Resource(resource)${namespace === undefined ? "" : `.Namespace(${quoted(namespace)})`}`;
  return {
    imports: [packages.meta, packages.schema, packages.dynamic, ...call.imports],
    lines: ["client, err := dynamic.NewForConfig(config)", "check(err)", `resource := ${gvr}`, ...call.lines(target)],
  };
}

/** A call of the dynamic client, given the expression of its resource. */
interface Call {
  readonly imports: readonly string[];
  readonly lines: (target: string) => readonly string[];
}

/** Prints what a call returns. */
const printed = (name: string, args: readonly (string | undefined)[], more: Partial<Call> = {}): Call | undefined =>
  args.includes(undefined)
    ? undefined
    : {
        imports: [packages.fmt, ...(more.imports ?? [])],
        lines: (target) => [
          ...(more.lines?.(target) ?? []),
          `answer, err := ${target}.${name}(context.Background(), ${args.join(", ")})`,
          "check(err)",
          "fmt.Println(answer)",
        ],
      };

function callOf(request: SnippetRequest, path: ParsedPath, kind: string | undefined): Call | undefined {
  const { name, subresource } = path;
  const sub = subresource === undefined ? [] : [quoted(subresource)];
  switch (request.method) {
    case "GET":
      if (isWatch(path)) return name === undefined ? watchCall(path) : undefined;
      return name === undefined
        ? printed("List", [options("ListOptions", path, [...listed, "watch"])])
        : printed("Get", [quoted(name), options("GetOptions", path, ["resourceVersion"]), ...sub]);
    case "POST":
      return (name === undefined) !== (subresource === undefined)
        ? undefined
        : withObject(request, path, kind, "Create", sub);
    case "PUT":
      return name === undefined ? undefined : withObject(request, path, kind, "Update", sub);
    case "PATCH":
      return name === undefined ? undefined : patchCall(request, path, name, sub);
    case "DELETE":
      return request.body === "" && subresource === undefined ? deleteCall(path) : undefined;
    default:
      return undefined;
  }
}

function watchCall(path: ParsedPath): Call | undefined {
  const chosen = options("ListOptions", path, [...listed, "watch", "allowWatchBookmarks"]);
  if (chosen === undefined) return undefined;
  return {
    imports: [packages.fmt],
    lines: (target) => [
      `watcher, err := ${target}.Watch(context.Background(), ${chosen})`,
      "check(err)",
      "for event := range watcher.ResultChan() {",
      "\tfmt.Println(event.Type, event.Object)",
      "}",
    ],
  };
}

/** The dynamic client takes objects that tell their kind: those of subresources have another one than the resource. */
function withObject(
  { body }: SnippetRequest,
  path: ParsedPath,
  kind: string | undefined,
  name: "Create" | "Update",
  sub: readonly string[],
): Call | undefined {
  const value = readExactly(body);
  if (value === undefined || Array.isArray(value)) return undefined;
  const isWhole = "kind" in value && "apiVersion" in value;
  if (!isWhole && (kind === undefined || path.subresource !== undefined)) return undefined;
  const { group, version } = path;
  const text = isWhole
    ? body
    : JSON.stringify({ apiVersion: group === "" ? version : `${group}/${version}`, kind, ...value }, undefined, 2);
  return printed(name, ["object", options(`${name}Options`, path, written), ...sub], {
    imports: [packages.unstructured],
    lines: () => ["object := &unstructured.Unstructured{}", `check(object.UnmarshalJSON([]byte(${goString(text)})))`],
  });
}

function patchCall(request: SnippetRequest, path: ParsedPath, name: string, sub: readonly string[]): Call | undefined {
  const type = patchTypes[contentTypeOf(request)];
  const chosen = options("PatchOptions", path, [...written, "force"]);
  if (type === undefined || chosen === undefined) return undefined;
  const force = path.query.get("force");
  const lines = [
    `patch := []byte(${goString(request.body)})`,
    `options := ${chosen}`,
    ...(force === null ? [] : [`force := ${booleans.has(force)}`, "options.Force = &force"]),
  ];
  return printed("Patch", [quoted(name), type, "patch", "options", ...sub], {
    imports: [packages.types],
    lines: () => lines,
  });
}

function deleteCall({ query, name, ...path }: ParsedPath): Call | undefined {
  const own = ["gracePeriodSeconds", "propagationPolicy", "dryRun"];
  const [grace, policy, dryRun] = own.map((key) => query.get(key) ?? undefined);
  const selection = new URLSearchParams([...query].filter(([key]) => !own.includes(key)));
  const chosen = options("ListOptions", { ...path, name, query: selection }, name === undefined ? listed : []);
  if (chosen === undefined) return undefined;
  const lines = [
    "options := metav1.DeleteOptions{}",
    ...(grace === undefined ? [] : [`grace := int64(${Number(grace)})`, "options.GracePeriodSeconds = &grace"]),
    ...(policy === undefined
      ? []
      : [`policy := metav1.DeletionPropagation(${quoted(policy)})`, "options.PropagationPolicy = &policy"]),
    ...(dryRun === undefined ? [] : [`options.DryRun = []string{${quoted(dryRun)}}`]),
  ];
  const call =
    name === undefined
      ? `DeleteCollection(context.Background(), options, ${chosen})`
      : `Delete(context.Background(), ${quoted(name)}, options)`;
  return { imports: [], lines: (target) => [...lines, `check(${target}.${call})`] };
}

/** The request as it is, with its headers and body. */
function restProgram({ method, target, headers, body }: SnippetRequest): Program {
  const isStream = method === "GET" && /[?&]watch=(1|t)/i.test(target);
  const parts = [
    `Verb(${quoted(method)})`,
    `RequestURI(${quoted(target)})`,
    ...headers.map(([name, value]) => `SetHeader(${quoted(name)}, ${quoted(value)})`),
    ...(body === "" ? [] : [`Body([]byte(${goString(body)}))`]),
  ];
  const asked = `request := client.Discovery().RESTClient().${parts.join(".\n\t\t")}`;
  return {
    imports: isStream ? ['"io"', '"os"', packages.kubernetes] : [packages.fmt, packages.kubernetes],
    lines: [
      "client, err := kubernetes.NewForConfig(config)",
      "check(err)",
      asked,
      ...(isStream
        ? [
            "stream, err := request.Stream(context.Background())",
            "check(err)",
            "_, err = io.Copy(os.Stdout, stream)",
            "check(err)",
          ]
        : ["answer, err := request.Do(context.Background()).Raw()", "fmt.Println(string(answer))", "check(err)"]),
    ],
  };
}
