import type { GroupVersion } from "../../../apimachinery/gvk.ts";
import { groupVersionPath, media, metaType, ok } from "./operation-builder.ts";
import { operationIdAndTag } from "./operation-id.ts";
import { unauthorized, type BodyType, type Operation, type Parameter } from "./operation.ts";

interface PlainRoute {
  readonly path: string;
  readonly what: string;
  readonly description: string;
  readonly type: BodyType;
  readonly media: readonly string[];
}

function plainGet({ path, what, description, type, media: types }: PlainRoute): Operation {
  const { operationId, tag } = operationIdAndTag("get", what, path);
  return {
    path,
    method: "get",
    operationId,
    tags: [tag],
    description,
    consumes: types,
    produces: types,
    parameters: [],
    answers: [ok(type), unauthorized],
  };
}

/** What /api, /apis, a group and a version answer. */
export const rootOperation = (path: "/api/" | "/apis/"): Operation =>
  plainGet({
    path,
    what: "APIVersions",
    description: "get available API versions",
    type: metaType(path === "/api/" ? "APIVersions" : "APIGroupList"),
    media: media.discovery,
  });

export const groupOperation = (group: string): Operation =>
  plainGet({
    path: `/apis/${group}/`,
    what: "APIGroup",
    description: "get information of a group",
    type: metaType("APIGroup"),
    media: media.discovery,
  });

export const versionOperation = (gv: GroupVersion): Operation =>
  plainGet({
    path: `${groupVersionPath(gv)}/`,
    what: "APIResources",
    description: "get available resources",
    type: metaType("APIResourceList"),
    media: media.objects,
  });

const version = plainGet({
  path: "/version/",
  what: "CodeVersion",
  description: "get the version information for this server",
  type: { definition: "io.k8s.apimachinery.pkg.version.Info" },
  media: ["application/json"],
});

const text: BodyType = { type: "string" };

const logParameter: Parameter = { name: "logpath", in: "path", type: "string", description: "path to the log" };

const bare = (path: string, operationId: string, tag: string, parameters: readonly Parameter[] = []): Operation => ({
  path,
  method: "get",
  operationId,
  tags: [tag],
  parameters,
  answers: [unauthorized],
});

const produced = (path: string, operationId: string, tag: string, description: string, type: string): Operation => ({
  path,
  method: "get",
  operationId,
  tags: [tag],
  description,
  produces: [type],
  parameters: [],
  answers: [ok(text), unauthorized],
});

/** Paths outside the groups, by the document that version 3 has them in. */
// oxfmt-ignore
export const documentsWithoutGroup: ReadonlyMap<string, readonly Operation[]> = new Map([
  [".well-known/openid-configuration", [produced("/.well-known/openid-configuration/", "getServiceAccountIssuerOpenIDConfiguration", "WellKnown", "get the configuration of the issuer of service account tokens", "application/json")]],
  ["logs", [bare("/logs/", "logFileListHandler", "logs"), bare("/logs/{logpath}", "logFileHandler", "logs", [logParameter])]],
  ["openid/v1/jwks", [produced("/openid/v1/jwks/", "getServiceAccountIssuerOpenIDKeyset", "openid", "get the keys that service account tokens are checked with", "application/jwk-set+json")]],
  ["version", [version]],
]);
