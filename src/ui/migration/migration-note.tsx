import { Fragment, useState } from "react";
import { binaryRelease } from "../../component-base/versions/release.ts";
import type { Migration } from "../../component-base/versions/find-migration.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { findMigration, migrateRequest, type VersionedRequest } from "./migrate-request.ts";
import "./migration.css";

/** Properties of MigrationNote. */
export interface MigrationNoteProps {
  readonly request: VersionedRequest;
  /** The server still serves the old version. */
  readonly served: boolean;
  readonly onRewrite: (request: VersionedRequest) => void;
}

/** A note on a request for an old version: the replacement, the releases, the changes, and the rewritten request. */
export function MigrationNote({ request, served, onRewrite }: MigrationNoteProps) {
  const migration = findMigration(request);
  if (migration === undefined) return null;
  return (
    <section className="kp-migration" aria-label="Moving to a newer version" tabIndex={0}>
      <h2>
        <Icon name="info" />
        {served ? "This version is deprecated" : "This version is no longer served"}
      </h2>
      <Advice migration={migration} />
      <Rewrite key={request.target + request.body} request={request} migration={migration} onRewrite={onRewrite} />
      <Releases migration={migration} />
      <Changes changes={migration.row.changes} />
    </section>
  );
}

function Advice({ migration: { groupVersion, kind, row } }: { readonly migration: Migration }) {
  const old = (
    <code>
      {groupVersion} {kind}
    </code>
  );
  if (row.to === undefined) return <p>There is no replacement for {old}.</p>;
  return (
    <p>
      Use{" "}
      <code>
        {row.to}
        {row.toKind === undefined ? "" : ` ${row.toKind}`}
      </code>{" "}
      instead of {old}.
      {row.toKind === undefined && hasObjects(kind) ? " Both versions serve the same stored objects." : ""}
    </p>
  );
}

const hasObjects = (kind: string): boolean => !kind.endsWith("Review") && kind !== "Eviction";

/** The relevant releases in order. */
function Releases({ migration: { life, row } }: { readonly migration: Migration }) {
  const marks = [
    { release: row.since, text: "new version added" },
    { release: life.deprecated, text: "old version deprecated" },
    {
      release: life.removed,
      text:
        life.removed !== undefined && life.removed > binaryRelease
          ? "old version to be removed"
          : "old version removed",
    },
    { release: binaryRelease, text: "this server" },
  ]
    .flatMap(({ release, text }) => (release === undefined ? [] : [{ release, text }]))
    .sort((a, b) => a.release - b.release);
  return (
    <ol className="kp-migration-releases">
      {marks.map(({ release, text }) => (
        <li key={text}>
          <strong>v1.{release}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

function Changes({ changes }: { readonly changes: readonly string[] }) {
  const [all, setAll] = useState(changes.length <= 4);
  if (changes.length === 0) return <p className="quiet">No fields changed.</p>;
  const shown = all ? changes : changes.slice(0, 3);
  return (
    <>
      <p className="quiet">What changed:</p>
      <ul>
        {shown.map((change) => (
          <li key={change}>
            <WithCode text={change} />
          </li>
        ))}
      </ul>
      {all ? null : (
        <Button size="small" onClick={() => setAll(true)}>
          {changes.length - shown.length} more changes
        </Button>
      )}
    </>
  );
}

/** Renders text with field names in backticks as code. */
function WithCode({ text }: { readonly text: string }) {
  return text
    .split("`")
    .map((part, i) => (i % 2 === 0 ? <Fragment key={i}>{part}</Fragment> : <code key={i}>{part}</code>));
}

function Rewrite({
  request,
  migration,
  onRewrite,
}: Pick<MigrationNoteProps, "request" | "onRewrite"> & { readonly migration: Migration }) {
  const [done, setDone] = useState(false);
  const next = migrateRequest(request, migration);
  if (next === undefined) return null;
  if (done)
    return (
      <p role="status">
        The request now uses <code>{migration.row.to}</code>. Check the changes, then send it.
      </p>
    );
  const rewrite = () => {
    setDone(true);
    onRewrite(next);
  };
  return (
    <Button icon="edit" onClick={rewrite}>
      Rewrite the request for {migration.row.to}
    </Button>
  );
}
