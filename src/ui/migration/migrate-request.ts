import {
  migrationOfKind,
  migrationOfResource,
  resourceOfKind,
  type Migration,
} from "../../component-base/versions/find-migration.ts";
import { apiVersionOf, readTarget, splitTarget } from "../kube/resource.ts";

/** The part of a request that names versions. */
export interface VersionedRequest {
  readonly method: string;
  readonly target: string;
  /** A manifest in JSON or YAML, or nothing. */
  readonly body: string;
}

/** What old version a request names, in its path or in its manifest; undefined where it names none. */
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

/** The request with the version to use now; undefined where no other version takes such a request. */
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

/** What was one object named like its service is any number of them that name it in a label. */
function targetOfOtherKind(target: string, to: string, toKind: string): string {
  const parts = readTarget(target);
  const [, query] = splitTarget(target);
  const scope = parts?.namespace === undefined ? "" : `namespaces/${parts.namespace}/`;
  const base = `${pathOf(to)}${scope}${resourceOfKind(toKind)}`;
  if (parts?.name === undefined) return query === "" ? base : `${base}?${query}`;
  return `${base}?labelSelector=kubernetes.io/service-name=${parts.name}`;
}
