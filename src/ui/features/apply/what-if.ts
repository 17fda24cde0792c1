import { groupBy } from "../../../apimachinery/group-by.ts";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { managersOf, valueAt } from "../../../client/managed-fields.ts";
import { withoutParts, withValues } from "../../../assist/manifest-edits.ts";
import { agentFor, isKubeObject, readText, refusal, send, warningsOf } from "../../data/send.ts";
import { findPlace } from "../../kube/field-marks.ts";
import { targetOf, withParameter, type ObjectPath } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";
import { ways, waysOut, type Answer, type Conflict, type Outcome, type Preview, type Resolution } from "./outcome.ts";
import type { Reading } from "./reading.ts";

export interface Application {
  readonly path: ObjectPath;
  readonly manager: string;
  readonly text: string;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

/** Applies a manifest. A dry run is sent as a request of the page, a real apply as a request of the user. */
export async function applyManifest(
  page: Pick<Page, "handle">,
  { path, manager, text, force, dryRun, signal }: Application,
): Promise<Answer> {
  const named = withParameter(targetOf(path), "fieldManager", manager);
  const forced = withParameter(named, "force", force ? "true" : undefined);
  const target = withParameter(forced, "dryRun", dryRun ? "All" : undefined);
  const reply = await send(page.handle, agentFor(dryRun), {
    method: "PATCH",
    target,
    headers: [["Content-Type", "application/apply-patch+yaml"]],
    body: text,
    ...(signal !== undefined && { signal }),
  });
  const body = await readText(reply.body);
  if (reply.status >= 300) return { kind: "refused", status: refusal(reply.status, body) };
  const object: unknown = JSON.parse(body);
  if (!isKubeObject(object)) throw new Error("the server did not return an object");
  return { kind: "accepted", object, created: reply.status === 201, warnings: warningsOf(reply.headers) };
}

/** Dry-runs an apply. On conflict, it also dry-runs each resolution that is available for all conflicts. */
export async function whatIf(
  page: Pick<Page, "handle">,
  reading: Reading & { readonly kind: "read" },
  manager: string,
  before: KubeObject | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  const { text, path } = reading;
  const answer = await applyManifest(page, { path, manager, text, force: false, dryRun: true, signal });
  if (answer.kind === "accepted") return { kind: "accepted", text, manager, before, answer };
  const conflicts = before === undefined ? [] : conflictsOf(answer.status, before, reading);
  if (before === undefined || conflicts.length === 0) return { kind: "refused", text, manager, status: answer.status };
  const open = ways.filter((way) => conflicts.every((conflict) => waysOut(conflict).includes(way)));
  const found = await Promise.all(
    open.map(
      async (way) => [way, await previewOf(page, reading, manager, { conflicts, choice: () => way }, signal)] as const,
    ),
  );
  return { kind: "conflict", text, manager, before, conflicts, previews: Object.fromEntries(found) };
}

/** Returns the conflicts of a rejected apply, each with its owners and its position in the manifest. */
function conflictsOf(
  status: Status,
  live: KubeObject,
  reading: Reading & { readonly kind: "read" },
): readonly Conflict[] {
  const causes = (status.details?.causes ?? []).filter((cause) => cause.reason === "FieldManagerConflict");
  const byField = groupBy(causes, (cause) => cause.field ?? "");
  return [...byField].map(([path, alike]) => {
    const owners = managersOf(live).filter(({ owned }) => owned.has(path));
    const steps = owners[0]?.owned.get(path)?.steps;
    const message = alike.map((cause) => cause.message ?? "").join(" and ");
    return {
      path,
      message,
      owners,
      place: steps === undefined ? undefined : findPlace(reading.root, steps),
      live: steps === undefined ? undefined : valueAt(live, steps),
    };
  });
}

/** Dry-runs an apply with the selected resolution of each conflict. */
export async function previewOf(
  page: Pick<Page, "handle">,
  reading: Reading & { readonly kind: "read" },
  manager: string,
  resolution: Resolution,
  signal: AbortSignal,
): Promise<Preview> {
  const text = await resolved(reading.text, resolution);
  const force = isForced(resolution);
  return {
    text,
    force,
    answer: await applyManifest(page, { path: reading.path, manager, text, force, dryRun: true, signal }),
  };
}

/** Reports whether the resolution forces ownership of any field. */
export const isForced = ({ conflicts, choice }: Resolution): boolean =>
  conflicts.some((conflict) => choice(conflict) === "force");

/** Edits the manifest as the selected resolutions require. Forced fields keep their value. */
export async function resolved(text: string, { conflicts, choice }: Resolution): Promise<string> {
  const shared = conflicts
    .filter((conflict) => choice(conflict) === "share")
    .flatMap(({ place, live }) => (place === undefined ? [] : [[place.path, live] as const]));
  const dropped = conflicts
    .filter((conflict) => choice(conflict) === "drop")
    .flatMap(({ place }) => (place === undefined ? [] : [place.path]));
  const agreed = shared.length === 0 ? text : await withValues(text, shared);
  return dropped.length === 0 ? agreed : withoutParts(agreed, dropped);
}
