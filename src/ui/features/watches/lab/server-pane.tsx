import { fateOf, type ServerWrite, type WriteFate } from "../../../../client/reflector/differences.ts";
import { formatCount } from "../../../data/words.ts";
import { Button } from "../../../design/button.tsx";
import { Badge, type Tone } from "../../../design/feedback.tsx";
import { namespace } from "../../../../client/watch-lab/lab-server.ts";
import { watchLab } from "./lab-store.ts";

const fates: Readonly<Record<WriteFate, readonly [words: string, tone: Tone]>> = {
  listed: ["in its list", "neutral"],
  told: ["told", "added"],
  waiting: ["to be told", "info"],
  lost: ["never told", "error"],
  compacted: ["compacted", "warning"],
};

const verbs: Readonly<Record<ServerWrite["kind"], string>> = {
  create: "created",
  update: "changed",
  delete: "deleted",
};

/** The most writes that are drawn. */
const mostDrawn = 60;

/** The server: its objects with what can be done to them, and the window of events that it can still tell. */
export function ServerPane() {
  const { server, state, make } = watchLab.use((all) => all);
  const isBusy = state !== "ready";
  return (
    <section className="kp-lab-pane" aria-label="Server">
      <h2>Server</h2>
      <p className="quiet">
        Revision {formatCount(server.revision)}. Compacted up to revision {formatCount(server.compacted)}: a watch from
        an older one is answered with 410.
      </p>
      <Objects />
      <div className="row wrap">
        <Button
          size="small"
          icon="plus"
          disabled={isBusy}
          onClick={() =>
            void make({ kind: "create", name: freeName(server.objects.map(({ metadata }) => metadata.name)) })
          }
        >
          Create a ConfigMap
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => void make({ kind: "elsewhere" })}>
          Write in another namespace
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => void make({ kind: "burst" })}>
          Many large changes
        </Button>
        <Button size="small" tone="danger" disabled={isBusy} onClick={() => void make({ kind: "compact" })}>
          Compact
        </Button>
      </div>
      <EventWindow />
    </section>
  );
}

function freeName(names: readonly (string | undefined)[]): string {
  for (let code = 97; code < 123; code++) {
    const name = String.fromCharCode(code);
    if (!names.includes(name)) return name;
  }
  return `z-${names.length}`;
}

function Objects() {
  const { server, state, make } = watchLab.use((all) => all);
  if (server.objects.length === 0) return <p>There is no ConfigMap in the namespace {namespace}.</p>;
  return (
    <ul className="kp-lab-objects" aria-label="ConfigMaps of the server">
      {server.objects.map(({ metadata: { name = "", resourceVersion = "" } }) => (
        <li key={name} className="row">
          <span className="grow clip">
            <strong className="mono">{name}</strong> <span className="quiet">revision {resourceVersion}</span>
          </span>
          <Button
            size="small"
            disabled={state !== "ready"}
            aria-label={`Change ${name}`}
            onClick={() => void make({ kind: "change", name })}
          >
            Change
          </Button>
          <Button
            size="small"
            disabled={state !== "ready"}
            aria-label={`Delete ${name}`}
            onClick={() => void make({ kind: "delete", name })}
          >
            Delete
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The writes, newest first, each with what becomes of it for the informer. */
function EventWindow() {
  const { server, informer } = watchLab.use((all) => all);
  const shown = server.writes.slice(-mostDrawn).toReversed();
  return (
    <>
      <h3>Event window</h3>
      <table className="kp-lab-table" aria-label="Event window">
        <thead>
          <tr>
            <th scope="col">Revision</th>
            <th scope="col">ConfigMap</th>
            <th scope="col">Informer</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((write) => {
            const [words, tone] = fates[fateOf(write, informer, server.compacted)];
            return (
              <tr key={write.revision} data-gone={write.revision <= server.compacted ? "" : undefined}>
                <td>{write.revision}</td>
                <td>
                  <span className="mono">{write.key.slice(namespace.length + 1)}</span> {verbs[write.kind]}
                </td>
                <td>
                  <Badge tone={tone}>{words}</Badge>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {server.writes.length > mostDrawn ? (
        <p className="quiet small">
          The last {mostDrawn} of {formatCount(server.writes.length)} writes.
        </p>
      ) : null}
    </>
  );
}
