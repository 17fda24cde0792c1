import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { askFor } from "../../actions/action-sheet-store.ts";
import { deleteAction } from "../../actions/delete-action.ts";
import { formatAge, formatCount } from "../../data/words.ts";
import { Button, IconButton, LinkButton } from "../../design/button.tsx";
import { deferred } from "../../design/deferred.tsx";
import { Badge, EmptyState, Note, Skeleton } from "../../design/feedback.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import { Tabs, type TabItem } from "../../design/tabs.tsx";
import { EncodingsPanel } from "../../encodings/encodings-panel.tsx";
import {
  addressOf,
  explainAddress,
  nameOf,
  targetOf,
  withParameter,
  workbenchAddress,
  type ObjectPath,
  type Resource,
} from "../../kube/resource.ts";
import { copy } from "../../state/copy.ts";
import { useNarrow } from "../../platform/media.ts";
import { useShownNow } from "../../state/past.ts";
import { StatusHelp, StatusNote } from "../../shared/status-note.tsx";
import { catalog } from "../../state/catalog.ts";
import { isReadOnly, usePage, whyUnchangeable } from "../../state/page.ts";
import { applyAddress, consoleAddress, navigate, watchAddress, withParameters } from "../../state/route.ts";
import { HistoryTab } from "./history-tab.tsx";
import { ManifestTab } from "./manifest-tab.tsx";
import { openObject } from "./object-store.ts";
import { openTarget } from "./open-target.ts";
import { OwnershipTab } from "./ownership-tab.tsx";
import { restore, withToast } from "./writes.ts";

const overviewTab = deferred(
  async () => (await import("../../overview/overview.tsx")).Overview,
  <Skeleton lines={8} />,
);

/** Loads the first tab of every object ahead. */
export const loadOverview = overviewTab.load;

/** Chunks of their own: they are opened rarely. */
const requestsTab = deferred(async () => (await import("./requests-tab.tsx")).RequestsTab, <Skeleton lines={4} />);
const relationsTab = deferred(async () => (await import("./relations-tab.tsx")).RelationsTab, <Skeleton lines={4} />);

/** The actions that the head offers. */
const inHead = ["delete"];

type Part = "overview" | "manifest" | "relations" | "ownership" | "history" | "encodings" | "requests";

const parts = (revisions: number): readonly TabItem<Part>[] => [
  { id: "overview", label: "Overview" },
  { id: "manifest", label: "YAML" },
  { id: "relations", label: "Relations" },
  { id: "ownership", label: "Ownership" },
  { id: "history", label: "History", count: revisions },
  { id: "encodings", label: "Encodings" },
  { id: "requests", label: "Requests" },
];

const partOf = (tab: string | undefined): Part | undefined => parts(0).find(({ id }) => id === tab)?.id;

/** The view of one object: summary, manifest, and revisions. */
export function ObjectView({ kind, path }: { readonly kind: Resource; readonly path: ObjectPath }) {
  const page = usePage();
  const target = targetOf(path);
  useEffect(() => openObject.of(page).getState().open(path), [page, target]); // oxlint-disable-line react-hooks/exhaustive-deps -- the target stands for the path
  const state = openObject.use((value) => value);
  const route = useStore(page.route);
  const atFirst: Part = page.embed === undefined ? "overview" : "manifest"; // embeds show what is written
  const part = partOf(route.parameters["tab"]) ?? atFirst;
  const setPart = (to: Part) =>
    navigate(withParameters(route, { tab: to === atFirst ? undefined : to, at: undefined }), true);
  const close = () => navigate(addressOf(kind));
  if (state.target !== target || state.phase === "loading")
    return (
      <section className="column" aria-label={path.name}>
        <Skeleton lines={10} />
      </section>
    );
  if (state.phase === "missing" || state.object === undefined)
    return <Missing kind={kind} path={path} onClose={close} />;
  return (
    <section className="column" aria-label={path.name}>
      <ObjectHead kind={kind} path={path} object={state.object} deleted={state.phase === "deleted"} onClose={close} />
      {state.phase === "deleted" ? <DeletedNote path={path} object={state.object} /> : null}
      <Tabs label="Parts of the object" items={parts(state.seen.length)} value={part} onValue={setPart} />
      {part === "overview" ? (
        <overviewTab.View
          key={target}
          kind={kind}
          object={state.object}
          deleted={state.phase === "deleted"}
          without={inHead}
        />
      ) : null}
      {part === "manifest" ? (
        <ManifestTab
          key={target}
          path={path}
          object={state.object}
          readOnly={state.phase === "deleted" || isReadOnly(page)}
        />
      ) : null}
      {part === "relations" ? <relationsTab.View key={target} kind={kind} object={state.object} /> : null}
      {part === "ownership" ? <OwnershipTab key={target} object={state.object} seen={state.seen} /> : null}
      {part === "history" ? (
        <HistoryTab path={path} seen={state.seen} live={state.phase === "live" ? state.object : undefined} />
      ) : null}
      {part === "encodings" ? (
        <EncodingsPanel
          key={target}
          question={{ target }}
          stamp={state.object.metadata.resourceVersion ?? ""}
          subject="object"
        />
      ) : null}
      {part === "requests" ? <requestsTab.View key={target} path={path} object={state.object} /> : null}
    </section>
  );
}

interface MissingProps {
  readonly kind: Resource;
  readonly path: ObjectPath;
  readonly onClose: () => void;
}

/** An object that the server does not have, or does not show. */
function Missing({ kind, path, onClose }: MissingProps) {
  const refused = openObject.use((state) => state.refused);
  const isAbsent = refused === undefined || refused.reason === "NotFound";
  return (
    <section className="column" aria-label={path.name}>
      <div className="kp-toolbar">
        <h2 className="grow clip">{path.name}</h2>
        <CloseButton onClose={onClose} />
      </div>
      {isAbsent ? (
        <Absent kind={kind} path={path} status={refused} />
      ) : (
        <div className="pad">
          <StatusNote status={refused} />
        </div>
      )}
    </section>
  );
}

function Absent({ kind, path, status }: Omit<MissingProps, "onClose"> & { readonly status: Status | undefined }) {
  const { embed } = usePage();
  const request = useMemo(() => ({ method: "GET", target: targetOf(path), body: "" }), [path]);
  const query = new URLSearchParams({ create: "1", name: path.name ?? "" });
  if (path.namespace !== undefined) query.set("namespace", path.namespace);
  return (
    <EmptyState
      icon="objects"
      title="Not found"
      actions={
        embed !== undefined || !kind.verbs.includes("create") ? undefined : (
          <LinkButton icon="plus" href={`${addressOf(kind)}?${query}`}>
            Create it
          </LinkButton>
        )
      }
    >
      The server answered: {status?.message ?? `there is no ${path.name ?? ""}`}. The object appears here as soon as it
      is created.
      {status === undefined ? null : <StatusHelp status={status} request={request} onChange={openTarget} />}
    </EmptyState>
  );
}

/** Leads back to the list, where no link above does. */
function CloseButton({ onClose }: { readonly onClose: () => void }) {
  const { embed } = usePage();
  const narrow = useNarrow();
  if (embed !== undefined || narrow) return null;
  return <IconButton icon="close" label="Close the object" onClick={onClose} />;
}

function DeletedNote({ path, object }: { readonly path: ObjectPath; readonly object: KubeObject }) {
  const page = usePage();
  const again = () =>
    void withToast(
      page,
      restore(page, path, object),
      (made) =>
        `${path.name ?? ""} is restored as a new object at revision ${made.object.metadata.resourceVersion ?? ""}.`,
    );
  return (
    <div className="pad">
      <Note tone="warning">
        <div className="row wrap">
          <span className="grow">Deleted at revision {object.metadata.resourceVersion}. This is the last state.</span>
          {isReadOnly(page) ? null : (
            <Button size="small" icon="history" onClick={again}>
              Restore
            </Button>
          )}
        </div>
      </Note>
    </div>
  );
}

interface ObjectTitleProps {
  readonly kind: Resource;
  readonly path: ObjectPath;
  readonly object: KubeObject;
  readonly deleted: boolean;
}

function ObjectHead({ kind, path, object, deleted, onClose }: ObjectTitleProps & { readonly onClose: () => void }) {
  const page = usePage();
  const { embed } = page;
  const why = whyUnchangeable(page);
  const narrow = useNarrow();
  const bench = workbenchAddress(path);
  return (
    <>
      <div className="kp-toolbar kp-object-head">
        <ObjectTitle kind={kind} path={path} object={object} deleted={deleted} />
        {bench === undefined || deleted || narrow ? null : (
          <LinkButton size="small" icon="definitions" href={bench}>
            Workbench
          </LinkButton>
        )}
        {embed === undefined ? <ObjectMenu kind={kind} path={path} bench={narrow ? bench : undefined} /> : null}
        {deleted || (isReadOnly(page) && why === undefined) ? null : (
          <Button
            size="small"
            tone="danger"
            icon="clear"
            disabled={why !== undefined}
            title={why}
            onClick={() => askFor(page, deleteAction, [{ kind, object }])}
          >
            Delete…
          </Button>
        )}
        <CloseButton onClose={onClose} />
      </div>
    </>
  );
}

/** The object's name, namespace, age and owners. */
function ObjectTitle({ kind, path, object, deleted }: ObjectTitleProps) {
  const now = useShownNow(5000);
  const created = Date.parse(object.metadata.creationTimestamp ?? "");
  return (
    <div className="grow column">
      <div className="row">
        <h2 className="clip" title={nameOf(object)}>
          {path.name}
        </h2>
        {object.metadata.deletionTimestamp === undefined || deleted ? null : (
          <Badge tone="warning">being deleted</Badge>
        )}
      </div>
      <p className="quiet small clip">
        {kind.kind}
        {path.namespace === undefined ? "" : ` in ${path.namespace}`} · revision{" "}
        {formatCount(Number(object.metadata.resourceVersion ?? 0))} ·{" "}
        <time title={new Date(created).toLocaleString()}>{formatAge(created, now)} old</time>
        <Owners object={object} />
      </p>
    </div>
  );
}

/** Further actions for an object. */
function ObjectMenu({
  kind,
  path,
  bench,
}: {
  readonly kind: Resource;
  readonly path: ObjectPath;
  /** The address of its workbench, where no button beside the menu leads there. */
  readonly bench: string | undefined;
}) {
  const page = usePage();
  const target = targetOf(path);
  const watchTarget = withParameter(
    `${targetOf({ ...path, name: undefined })}?watch=true`,
    "fieldSelector",
    `metadata.name=${path.name ?? ""}`,
  );
  return (
    <ActionMenu
      trigger={<Button tone="plain" className="kp-icon-button" icon="more" aria-label="More actions" />}
      entries={[
        ...(bench === undefined
          ? []
          : [{ label: "Workbench", icon: "definitions", onSelect: () => navigate(bench) } as const]),
        { label: "Watch it", icon: "watches", onSelect: () => navigate(watchAddress(watchTarget)) },
        { label: "Open in the apply bench", icon: "apply", onSelect: () => navigate(applyAddress(target)) },
        {
          label: "Get it in the console",
          icon: "requests",
          onSelect: () => navigate(consoleAddress({ method: "GET", target, send: true })),
        },
        { label: `Explain ${kind.kind}`, icon: "book", onSelect: () => navigate(explainAddress(kind)) },
        { label: "Copy its path", icon: "copy", onSelect: () => void copy(page, target, "Path copied.") },
      ]}
    />
  );
}

/** Links to the object's owners. */
function Owners({ object }: { readonly object: KubeObject }) {
  const resources = catalog.use((state) => state.resources);
  const owners = object.metadata.ownerReferences ?? [];
  return owners.map((owner) => {
    const [version = "", group = ""] = owner.apiVersion.split("/").toReversed();
    const kind = resources.find((item) => item.kind === owner.kind && item.group === group);
    const namespace = kind?.namespaced === true ? object.metadata.namespace : undefined;
    const words = `${owner.kind} ${owner.name}`;
    return (
      <span key={owner.uid}>
        {" "}
        · owned by{" "}
        {kind === undefined ? (
          words
        ) : (
          <a href={addressOf({ ...kind, version, namespace, name: owner.name })}>{words}</a>
        )}
      </span>
    );
  });
}
