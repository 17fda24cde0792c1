import type { KubeObject } from "../../../apimachinery/meta.ts";
import { groupBy } from "../../../apimachinery/group-by.ts";
import type { World } from "../../../share/world.ts";
import { formatCount, plural } from "../../data/words.ts";
import { nameOf } from "../../kube/resource.ts";

const mostNames = 200;

/** Lists what a link or file contains: the objects by kind, the requests, and the user to act as. */
export function WorldContents({ world }: { readonly world: World }) {
  const { objects, requests = [], identity } = world;
  const kinds = [...groupBy(objects, ({ apiVersion = "", kind = "" }) => `${kind} ${apiVersion}`)];
  return (
    <div className="stack">
      {kinds.map(([id, of]) => (
        <KindContents key={id} objects={of} />
      ))}
      {requests.length === 0 ? null : (
        <details className="kp-share-kind">
          <summary>{plural(requests.length, "request")}, listed in the console and sent only by you</summary>
          <ul>
            {requests.slice(0, mostNames).map(({ method, target }, i) => (
              <li key={i} className="mono">
                {method} {target}
              </li>
            ))}
          </ul>
        </details>
      )}
      {identity === undefined ? null : (
        <p>
          The page will act as <strong>{identity.user}</strong> on that server.
        </p>
      )}
    </div>
  );
}

function KindContents({ objects }: { readonly objects: readonly KubeObject[] }) {
  const [first] = objects;
  return (
    <details className="kp-share-kind" open={objects.length <= 5}>
      <summary>
        {formatCount(objects.length)} {first?.kind} <span className="quiet">{first?.apiVersion}</span>
      </summary>
      <ul>
        {objects.slice(0, mostNames).map((object, i) => (
          <li key={i} className="mono">
            {nameOf(object)}
          </li>
        ))}
        {objects.length > mostNames ? (
          <li className="quiet">and {formatCount(objects.length - mostNames)} more</li>
        ) : null}
      </ul>
    </details>
  );
}
