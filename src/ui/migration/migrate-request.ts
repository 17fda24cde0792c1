import {
  migrationOfKind,
  migrationOfResource,
  resourceOfKind,
  type Migration,
} from "../../component-base/versions/find-migration.ts";
import { apiVersionOf, readTarget, splitTarget } from "../kube/resource.ts";

/** The parts of a request that contain API versions. */
export interface VersionedRequest {
  readonly method: string;
  readonly target: string;
  /** A manifest in JSON or YAML, or empty. */
  readonly body: string;
}

/** Finds the deprecated or removed version in a request's path or manifest; undefined if there is none. */
export function findMigration({ target, body }: VersionedRequest): Migration | undefined {
  const parts = readTarget(target);
  const ofPath = parts === undefined ? undefined : migrationOfResource(apiVersionOf(parts), parts.resource);
  if (ofPath !== undefined) return ofPath;
  const groupVersion = apiVersionLine.exec(body)?.[2];
  const kind = kindLine.exec(body)?.[1];
  return groupVersion === undefined || kind === undefined ? undefined : migrationOfKind(groupVersion, kind);
}

const apiVersionLine = /((?:^|[{,\s])"?apiVersion"?\s*:\s*["']?)([a-z0-9./-]+)/;
const kindLine = /(?:^|[{,\s])"?kind"?\s*:\s*["']?([A-Za-z]+)/;

/** Rewrites a request for the replacement version; undefined if no other version accepts such a request. */
export function migrateRequest<R extends VersionedRequest>(
  request: R,
  { groupVersion, row }: Migration,
): R | undefined {
  const { to, toKind } = row;
  if (to === undefined) return undefined;
  if (toKind !== undefined)
    return request.method === "GET" ? { ...request, target: targetOfOtherKind(request.target, to, toKind) } : undefined;
  const target = request.target.replace(pathOf(groupVersion), pathOf(to));
  const body = request.body.replace(apiVersionLine, (all, before: string, named: string) =>
    named === groupVersion ? before + to : all,
  );
  return target === request.target && body === request.body ? undefined : { ...request, target, body };
}

const pathOf = (groupVersion: string): string =>
  groupVersion.includes("/") ? `/apis/${groupVersion}/` : `/api/${groupVersion}/`;

/**
 * Returns the target for a replacement of another kind. One object named after its service becomes any number of
 * objects that carry the service name as a label.
 */
function targetOfOtherKind(target: string, to: string, toKind: string): string {
  const parts = readTarget(target);
  const [, query] = splitTarget(target);
  const scope = parts?.namespace === undefined ? "" : `namespaces/${parts.namespace}/`;
  const base = `${pathOf(to)}${scope}${resourceOfKind(toKind)}`;
  if (parts?.name === undefined) return query === "" ? base : `${base}?${query}`;
  return `${base}?labelSelector=kubernetes.io/service-name=${parts.name}`;
}
