import { useEffect, useState } from "react";
import type { Status } from "../../../apimachinery/meta.ts";
import type { UnreadableObject } from "../../../client/inspector.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Confirm } from "../../design/dialog.tsx";
import { Note } from "../../design/feedback.tsx";
import type { Resource } from "../../kube/resource.ts";
import { StatusNote } from "../../shared/status-note.tsx";
import { usePage } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import { removeUnreadable } from "./writes.ts";

/** Why a list failed; where stored objects that cannot be decoded are the reason, what they are and how to go on. */
export function ListTrouble({
  status,
  kind,
  onDeleted,
}: {
  readonly status: Status;
  readonly kind: Resource;
  readonly onDeleted: () => void;
}) {
  const unreadable = useUnreadable(status, kind);
  if (unreadable.length === 0) return <StatusNote status={status} />;
  return (
    <Note tone="error">
      <p>
        <strong>{plural(unreadable.length, "stored object")} cannot be read</strong>, so {kind.resource} cannot be
        listed. Everything else goes on, and nothing is deleted unless you say so.
      </p>
      {unreadable.map((object) => (
        <UnreadableRow
          key={object.key}
          object={object}
          kind={kind}
          canDelete={status.reason === "StorageReadError"}
          onDeleted={onDeleted}
        />
      ))}
      {status.reason === "StorageReadError" ? null : (
        <p>
          {unreadable.length === 1 ? "It" : "They"} can be deleted once the feature gate
          AllowUnsafeMalformedObjectDeletion is enabled in the <a href="#/server?tab=settings">server settings</a>.
        </p>
      )}
    </Note>
  );
}

/** Returns the unreadable objects of a kind when a list of it fails. */
function useUnreadable({ code = 0 }: Status, { group, resource }: Resource): readonly UnreadableObject[] {
  const page = usePage();
  const [found, setFound] = useState<readonly UnreadableObject[]>([]);
  useEffect(() => {
    let over = false;
    if (code !== 500 && code !== 429) return;
    const isOfKind = ({ key }: UnreadableObject) => `${key}/`.includes(`/${resource}/`);
    page.inspect.stats().then(
      ({ unreadable }) => {
        if (!over) setFound(unreadable.filter(isOfKind));
      },
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [page, code, group, resource]);
  return found;
}

function UnreadableRow({
  object: { key, message, text },
  kind,
  canDelete,
  onDeleted,
}: {
  readonly object: UnreadableObject;
  readonly kind: Resource;
  readonly canDelete: boolean;
  readonly onDeleted: () => void;
}) {
  const page = usePage();
  const [asking, setAsking] = useState(false);
  const [name = "", parent] = key.split("/").toReversed();
  const namespace = kind.namespaced ? parent : undefined;
  const confirmed = async () => {
    try {
      await removeUnreadable(page, { ...kind, namespace, name });
      page.toasts.add({ description: `${name} is deleted.` });
      onDeleted();
    } catch (error) {
      tellError(page, error);
    }
  };
  return (
    <div className="stack" style={{ margin: "8px 0" }}>
      <div className="row wrap">
        <code>{namespace === undefined ? name : `${namespace}/${name}`}</code>
        {canDelete ? (
          <Button size="small" tone="danger" icon="clear" onClick={() => setAsking(true)}>
            Delete…
          </Button>
        ) : null}
      </div>
      <p className="small">{message}</p>
      <details>
        <summary>What is stored</summary>
        <pre className="small" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text === "" ? "(nothing)" : text}
        </pre>
      </details>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        action="Delete"
        onConfirm={() => void confirmed()}
      >
        <p>
          The object is deleted without being read: finalizers, dependents and admission are not considered. It cannot
          be restored. An export from the server view keeps a copy.
        </p>
      </Confirm>
    </div>
  );
}
