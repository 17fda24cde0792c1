import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";

/** What a body or an answer holds: a definition by its name, or just text. */
export type BodyType = { readonly definition: string } | { readonly type: "string" };

/** A parameter in a path or a query; a body is told apart, as version 3 does. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "string" | "boolean" | "integer";
  readonly description?: string | undefined;
}

/** What a status code comes with; only 401 has no body. */
export interface OperationAnswer {
  readonly code: number;
  readonly description: string;
  readonly body?: BodyType;
}

/** One method on one path, as both versions of OpenAPI tell it. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description?: string;
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly type: BodyType; readonly required: boolean };
  readonly answers: readonly OperationAnswer[];
  /** x-kubernetes-action. */
  readonly action?: string;
  /** x-kubernetes-group-version-kind. */
  readonly gvk?: GroupVersionKind;
}

export const unauthorized: OperationAnswer = { code: 401, description: "Unauthorized" };

/** The operations of one path: what all of them take stands once. */
export interface PathItem {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly operations: readonly Operation[];
}

/** Groups operations by path and takes out their common parameters (kube-openapi builder.buildPaths). */
export function pathItems(operations: readonly Operation[]): readonly PathItem[] {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    const known = byPath.get(operation.path);
    if (known === undefined) byPath.set(operation.path, [operation]);
    else known.push(operation);
  }
  return [...byPath].map(([path, all]) => pathItem(path, all));
}

function pathItem(path: string, operations: readonly Operation[]): PathItem {
  const [first, ...others] = operations;
  const isCommon = (parameter: Parameter): boolean =>
    others.every(({ parameters }) => parameters.some((other) => sameParameter(other, parameter)));
  const common = (first?.parameters ?? []).filter(isCommon);
  const own = (operation: Operation): Operation => ({
    ...operation,
    parameters: sorted(operation.parameters.filter((p) => !common.some((c) => sameParameter(c, p)))),
  });
  return { path, parameters: sorted(common), operations: operations.map(own) };
}

const sameParameter = (a: Parameter, b: Parameter): boolean =>
  a.name === b.name && a.in === b.in && a.type === b.type && a.description === b.description;

const keyOf = ({ name, in: where }: Parameter): string => `${name}/${where}`;

const sorted = (parameters: readonly Parameter[]): readonly Parameter[] =>
  [...parameters].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
