import type { GroupVersion, GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import type { Descriptions } from "./descriptions.ts";
import { operationIdAndTag } from "./operation-id.ts";
import type { OptionParameters } from "./option-parameters.ts";
import { unauthorized, type BodyType, type Operation, type OperationAnswer, type Parameter } from "./operation.ts";

/** What operations are described from. */
export interface OperationSources {
  readonly descriptions: Descriptions;
  readonly options: OptionParameters;
  /** The type of a kind. */
  typeOf(gvk: GroupVersionKind): BodyType;
}

/** What differs between routes of resources; the rest follows from it. */
export interface RouteShape {
  readonly path: string;
  readonly method: string;
  readonly action: string;
  /** The operation's id is the verb, the group version and the noun: read, core, v1, NamespacedPod. */
  readonly verb: string;
  readonly noun: string;
  readonly gvk: GroupVersionKind;
  readonly description: string;
  /** Kinds whose fields are query parameters, and those of them that are not. */
  readonly options: readonly string[];
  readonly without?: readonly string[];
  readonly body?: { readonly type: BodyType; readonly required: boolean };
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly answers: readonly OperationAnswer[];
  /** A path's `{name}` is of this kind where that is not the resource's. */
  readonly nameOf?: string;
  /** Streams and proxies have no `pretty`. */
  readonly raw?: boolean;
}

const objects = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "application/cbor"];

/** Lists of media types. */
export const media = {
  objects,
  discovery: objects.slice(0, 3),
  withStreams: [
    ...objects,
    "application/json;stream=watch",
    "application/vnd.kubernetes.protobuf;stream=watch",
    "application/cbor-seq",
  ],
  patches: [
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
    "application/apply-patch+cbor",
  ],
  any: ["*/*"],
} as const;

export const metaType = (kind: string): BodyType => ({ definition: `io.k8s.apimachinery.pkg.apis.meta.v1.${kind}` });
export const ok = (body: BodyType): OperationAnswer => ({ code: 200, description: "OK", body });
export const created = (body: BodyType): OperationAnswer => ({ code: 201, description: "Created", body });
export const accepted = (body: BodyType): OperationAnswer => ({ code: 202, description: "Accepted", body });

/** `/api/v1` or `/apis/apps/v1`. */
export const groupVersionPath = ({ group, version }: GroupVersion): string =>
  group === "" ? `/api/${version}` : `/apis/${group}/${version}`;

/** Completes routes of a resource. */
export const operationBuilder =
  ({ kind }: Pick<ResourceInfo, "kind">, { descriptions, options }: OperationSources) =>
  (shape: RouteShape): Operation => {
    const { path, method, action, gvk, description, body, answers } = shape;
    const { operationId, tag } = operationIdAndTag(shape.verb, shape.noun, path);
    const query = withoutRepetition(shape.options.flatMap(options)).filter(
      ({ name }) => !(shape.without ?? []).includes(name),
    );
    const pretty: readonly Parameter[] =
      shape.raw === true
        ? []
        : [
            {
              name: "pretty",
              in: "query",
              type: "string",
              description: descriptions.parameter("ListOptions", "pretty"),
            },
          ];
    return {
      path,
      method,
      operationId,
      description,
      action,
      gvk,
      tags: [tag],
      consumes: shape.consumes ?? media.any,
      produces: shape.produces ?? (shape.raw === true ? media.any : media.objects),
      parameters: [...pathParameters(path, shape.nameOf ?? kind, descriptions), ...pretty, ...query],
      ...(body !== undefined && { body }),
      answers: [...answers, unauthorized],
    };
  };

const withoutRepetition = (parameters: readonly Parameter[]): readonly Parameter[] =>
  parameters.filter(({ name }, i) => parameters.findIndex((other) => other.name === name) === i);

/** Parameters for the braces of a path. */
function pathParameters(path: string, kind: string, descriptions: Descriptions): readonly Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    type: "string",
    description: pathText(name, kind, descriptions),
  }));
}

const pathText = (name: string, kind: string, descriptions: Descriptions): string | undefined => {
  if (name === "name") return `name of the ${kind}`;
  return name === "path" ? descriptions.parameter("Path", "path") : descriptions.parameter("ListOptions", name);
};
