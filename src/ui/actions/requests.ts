import { isBuiltinGroup } from "../../apimachinery/builtin-group.ts";
import { targetOf, type ObjectPath } from "../kube/resource.ts";
import { nameOfSubject, pathOf, type ActionRequest, type Subject, type SubjectKind } from "./action.ts";

const json = "application/json";
export const mergePatch = "application/merge-patch+json";
export const strategicPatch = "application/strategic-merge-patch+json";

/** A patch of a subject, or of one of its subresources. */
export const patchOf = (subject: Subject, body: unknown, type = mergePatch, subresource = ""): ActionRequest => ({
  method: "PATCH",
  target: targetOf(pathOf(subject)) + (subresource === "" ? "" : `/${subresource}`),
  type,
  body,
});

/** A request that creates an object in its collection. */
export const createIn = (path: ObjectPath, body: unknown): ActionRequest => ({
  method: "POST",
  target: targetOf({ ...path, name: undefined }),
  type: json,
  body,
});

/** A request to a subresource of a subject. */
export const postTo = (subject: Subject, subresource: string, body: unknown): ActionRequest => ({
  method: "POST",
  target: `${targetOf(pathOf(subject))}/${subresource}`,
  type: json,
  body,
});

/** A deletion with a propagation policy. */
export const deleteOf = (path: ObjectPath, propagationPolicy = "Background"): ActionRequest => ({
  method: "DELETE",
  target: targetOf(path),
  type: json,
  body: { propagationPolicy },
});

const plain = /^[A-Za-z0-9@%_+=:,./-]+$/;

/** A word of a command line, quoted where a shell would split or expand it. */
export const quoted = (word: string): string =>
  plain.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** How kubectl names a kind: `deployment`, or `widgets.example.com`. */
export const typeName = ({ group, resource, kind }: SubjectKind): string =>
  isBuiltinGroup(group) ? kind.toLowerCase() : `${resource}.${group}`;

/** A subject with its type, as kubectl takes it: `deployment/web`. */
export const typedName = (subject: Subject): string => `${typeName(subject.kind)}/${nameOfSubject(subject)}`;

/** A command line of kubectl about a subject, in its namespace. */
export function kubectlLine(subject: Subject, ...words: readonly string[]): string {
  const { namespace = "" } = subject.object.metadata;
  return ["kubectl", ...words.map(quoted), ...(namespace === "" ? [] : ["-n", quoted(namespace)])].join(" ");
}

/** A command line that creates an object from its standard input. */
export const createLine = (object: unknown): string => `echo ${quoted(JSON.stringify(object))} | kubectl create -f -`;
