import { useState, type ReactNode } from "react";
import type { Status } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import { diagnoseStatus } from "../../diagnosis/diagnose-status.ts";
import type { Diagnosis, Evidence, ObjectId, Remedy } from "../../diagnosis/diagnosis.ts";
import { servedApi } from "../../diagnosis/refused/served-api.ts";
import { servedSurroundings } from "../../diagnosis/served-surroundings.ts";
import { readManifest } from "../../assist/manifest-places.ts";
import { pageAgent, readJson } from "../data/send.ts";
import { useLatestAnswer } from "../data/use-answer.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { groupPath } from "../../client/resource-path.ts";
import { addressOf } from "../kube/resource.ts";
import { openApi } from "../state/openapi.ts";
import { catalog } from "../state/catalog.ts";
import { type Page, usePage } from "../state/page.ts";
import { consoleAddress } from "../state/route.ts";
import { editBody } from "../../assist/manifest-edits.ts";
import type { RequestChange, SentRequest } from "./request-change.ts";

/** Properties of RefusalHelp. */
export interface RefusalHelpProps {
  readonly status: Status;
  readonly request?: SentRequest | undefined;
  /** The situation that another part of the view tells of. */
  readonly toldElsewhere?: string | undefined;
  /** Changes the request, if it can be changed here. */
  readonly onChange?: ((change: RequestChange) => void) | undefined;
}

/** Why a request was refused, by discovery, schema and rule, and the nearest things that would work. */
export function RefusalHelp({ status, request, toldElsewhere, onChange }: RefusalHelpProps) {
  const page = usePage();
  const found = useLatestAnswer(() => explain(page, status, request).catch(() => undefined), [page, status, request]);
  if (found === undefined || found.situation === toldElsewhere) return null;
  const because = found.predicate.replace("is refused: ", "");
  const isNew = because !== "" && !(status.message ?? "").includes(because) && found.situation !== "request-invalid";
  const remedies = found.remedies ?? [];
  if (!isNew && remedies.length === 0) return null;
  return (
    <div className="kp-refusal" role="group" aria-label="What would work">
      {isNew ? (
        <p>
          {begunWell(because)}
          {because.endsWith("?") ? "" : "."} <Sources evidence={found.evidence} />
        </p>
      ) : null}
      <Remedies remedies={remedies} request={request} onChange={onChange} />
    </div>
  );
}

/** A text with a capital letter, unless it begins with the name of a user, a field or an object. */
const begunWell = (text: string): string =>
  /^(?:there|the|it|its|no|nobody|an?|this|that|what|all|another)\b/.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;

async function explain(page: Page, status: Status, request: SentRequest | undefined): Promise<Diagnosis> {
  const get = (target: string) => readJson(page.handle, target);
  const { schemas, refresh } = openApi.of(page).getState();
  refresh();
  const api = servedApi({
    get,
    resources: async () => (await discover(new Client({ handle: page.handle, userAgent: pageAgent }))).resources,
    schemas: (group, version) => schemas(groupPath({ group, version })),
    bounds: ({ rule, schema, path }) =>
      page.inspect.celAdvise({ expression: rule, scope: { kind: "rule", schema, path }, expects: "bool" }),
  });
  const { method = "", target = "", body = "" } = request ?? {};
  const decoded = await readManifest(body).then(
    ({ value }) => value,
    () => undefined,
  );
  const { now } = await page.inspect.worldTime();
  const surroundings = servedSurroundings({ get, now: () => now });
  return diagnoseStatus(status, { method, path: target, body: decoded }, surroundings, api);
}

/** Links to the objects that a refusal comes from. */
function Sources({ evidence }: { readonly evidence: readonly Evidence[] }) {
  const objects = evidence.flatMap((each) => (each.kind === "object" ? [each.object] : []));
  return objects.map((object) => (
    <ObjectLink key={`${object.kind}/${object.name}`} object={object}>
      {object.kind} {object.name}
    </ObjectLink>
  ));
}

function ObjectLink({ object, children }: { readonly object: ObjectId; readonly children: ReactNode }) {
  const address = useAddress(object);
  return address === undefined ? null : <a href={address}>{children}</a>;
}

/** The address of an object; undefined if its kind is not served. */
function useAddress({ group, kind, namespace, name }: ObjectId): string | undefined {
  const resources = catalog.use((state) => state.resources);
  const served = resources.find((each) => each.group === group && each.kind === kind);
  return served && addressOf({ ...served, ...(served.namespaced && { namespace }), name });
}

function Remedies({
  remedies,
  request,
  onChange,
}: { readonly remedies: readonly Remedy[] } & Pick<RefusalHelpProps, "request" | "onChange">) {
  const [done, setDone] = useState("");
  if (remedies.length === 0) return null;
  const change = (remedy: Remedy) => {
    if (request === undefined || onChange === undefined) return;
    void changed(remedy, request).then((next) => {
      if (next === undefined) return;
      setDone(next.isSent ? "" : `${remedy.words}: done. Check the request, then send it.`);
      onChange(next);
    });
  };
  return (
    <>
      <div className="row wrap kp-remedies">
        {remedies.map((remedy) => (
          <RemedyButton key={remedy.words} remedy={remedy} onChange={onChange && (() => change(remedy))} />
        ))}
      </div>
      {done === "" ? null : (
        <p role="status" className="quiet small">
          {done}
        </p>
      )}
    </>
  );
}

/**
 * The request with what a remedy changes of it. It is sent at once if it only reads, or if it is the same request with
 * another media type: it has done nothing yet.
 */
async function changed(remedy: Remedy, { method, body }: SentRequest): Promise<RequestChange | undefined> {
  if (remedy.kind === "request") {
    const { target, contentType, accept } = remedy;
    const next = { method: remedy.method ?? method, ...(target !== undefined && { target }), contentType, accept };
    return { ...next, isSent: next.method === "GET" || contentType !== undefined || accept !== undefined };
  }
  if (remedy.kind !== "edit") return undefined;
  return { body: await editBody(body, remedy.edits), isSent: false };
}

function RemedyButton({ remedy, onChange }: { readonly remedy: Remedy; readonly onChange: (() => void) | undefined }) {
  switch (remedy.kind) {
    case "request":
    case "edit":
      return onChange === undefined ? (
        <span className="quiet small">{remedy.words}.</span>
      ) : (
        <Button size="small" icon="edit" onClick={onChange}>
          {remedy.words}
        </Button>
      );
    case "other-request": {
      const { method, target, body } = remedy;
      const draft = { method, target, ...(body !== undefined && { body: JSON.stringify(body, undefined, 2) }) };
      return (
        <LinkButton
          size="small"
          icon="requests"
          title={remedy.command}
          href={consoleAddress({ ...draft, type: "application/json", ...(method === "GET" && { send: true }) })}
        >
          {remedy.words}
        </LinkButton>
      );
    }
    case "object":
      return (
        <ObjectLink object={remedy.object}>
          <span className="small">{remedy.words}</span>
        </ObjectLink>
      );
    case "advice":
      return <span className="quiet small">{remedy.words}.</span>;
  }
}
