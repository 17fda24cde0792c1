import { isRecord } from "../../../apimachinery/is-record.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import { pageAgent, sendJson } from "../../data/send.ts";
import type { Page } from "../../state/page.ts";

/** The user as authenticated by the server. */
export interface UserInfo {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: readonly (readonly [key: string, values: readonly string[]])[];
}

/** A line of permissions: verbs on resources of an API group, or on non-resource paths. */
export interface AllowedRow {
  readonly what: string;
  readonly group: string;
  readonly names: string;
  readonly verbs: readonly string[];
}

/** The permissions in a namespace. `incomplete` is set if the server could not determine all of them. */
export interface Allowed {
  readonly resources: readonly AllowedRow[];
  readonly paths: readonly AllowedRow[];
  readonly incomplete: string | undefined;
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const recordsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

async function review(
  page: Page,
  path: string,
  apiVersion: string,
  kind: string,
  spec: object,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const body = JSON.stringify({ apiVersion, kind, ...spec });
  const answer = await sendJson(page.handle, pageAgent, {
    method: "POST",
    target: path,
    headers: [["Content-Type", "application/json"]],
    body,
    signal,
  });
  return recordOf(recordOf(answer)["status"]);
}

/** Requests a SelfSubjectReview, which returns the authenticated user. */
export async function askWhoIAm(page: Page, signal: AbortSignal): Promise<UserInfo> {
  const info = recordOf(
    (
      await review(
        page,
        "/apis/authentication.k8s.io/v1/selfsubjectreviews",
        "authentication.k8s.io/v1",
        "SelfSubjectReview",
        {},
        signal,
      )
    )["userInfo"],
  );
  return {
    username: textOf(info["username"]),
    uid: textOf(info["uid"]),
    groups: textsOf(info["groups"]),
    extra: Object.entries(recordOf(info["extra"])).map(([key, values]) => [key, textsOf(values)]),
  };
}

/** Requests a SelfSubjectRulesReview, which returns the user's permissions in a namespace. */
export async function askWhatIMay(page: Page, namespace: string, signal: AbortSignal): Promise<Allowed> {
  return readAllowed(
    await review(
      page,
      "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
      "authorization.k8s.io/v1",
      "SelfSubjectRulesReview",
      { spec: { namespace } },
      signal,
    ),
  );
}

/** Reads the status of a SelfSubjectRulesReview. Rules for the same resources are merged. */
export function readAllowed(status: Readonly<Record<string, unknown>>): Allowed {
  const resources = recordsOf(status["resourceRules"]).flatMap((rule) => {
    const groups = textsOf(rule["apiGroups"]);
    const names = textsOf(rule["resourceNames"]).join(", ");
    return textsOf(rule["resources"]).flatMap((what) =>
      (groups.length === 0 ? [""] : groups).map((group): AllowedRow => ({
        what,
        group,
        names,
        verbs: textsOf(rule["verbs"]),
      })),
    );
  });
  const paths = recordsOf(status["nonResourceRules"]).flatMap((rule) =>
    textsOf(rule["nonResourceURLs"]).map((what): AllowedRow => ({
      what,
      group: "",
      names: "",
      verbs: textsOf(rule["verbs"]),
    })),
  );
  const trouble = textOf(status["evaluationError"]);
  return {
    resources: joined(resources),
    paths: joined(paths),
    incomplete: status["incomplete"] === true || trouble !== "" ? trouble : undefined,
  };
}

const keyOf = ({ what, group, names }: AllowedRow): string => `${group}\n${what}\n${names}`;

function joined(rows: readonly AllowedRow[]): readonly AllowedRow[] {
  const known = new Map<string, AllowedRow>();
  for (const row of rows) {
    const verbs = [...new Set([...(known.get(keyOf(row))?.verbs ?? []), ...row.verbs])];
    known.set(keyOf(row), { ...row, verbs });
  }
  return [...known.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
