import { useMemo, useState } from "react";
import { groupBy } from "../../../apimachinery/group-by.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { formatCount } from "../../data/words.ts";
import { Check } from "../../design/field.tsx";
import { nameOf } from "../../kube/resource.ts";

const mostRows = 200;

/** Chooses objects by kind and by name. */
export function ObjectChoice({
  objects,
  chosen,
  onChosen,
}: {
  readonly objects: readonly KubeObject[];
  readonly chosen: ReadonlySet<KubeObject>;
  readonly onChosen: (chosen: ReadonlySet<KubeObject>) => void;
}) {
  // the kinds of those that are chosen at first stand first, and stay where they are
  const [first] = useState(chosen);
  const kinds = useMemo(() => {
    const groups = [...groupBy(objects, ({ apiVersion = "", kind = "" }) => `${kind} ${apiVersion}`)];
    const rank = (of: readonly KubeObject[]): number => (of.some((object) => first.has(object)) ? 0 : 1);
    return groups.toSorted(([, a], [, b]) => rank(a) - rank(b));
  }, [objects, first]);
  const set = (some: readonly KubeObject[], checked: boolean) => {
    const next = new Set(chosen);
    for (const object of some) {
      if (checked) next.add(object);
      else next.delete(object);
    }
    onChosen(next);
  };
  return (
    <div className="kp-share-objects" role="group" aria-label="Objects to share" tabIndex={0}>
      {kinds.map(([id, of]) => (
        <KindChoice key={id} objects={of} chosen={chosen} onSet={set} />
      ))}
    </div>
  );
}

function KindChoice({
  objects,
  chosen,
  onSet,
}: {
  readonly objects: readonly KubeObject[];
  readonly chosen: ReadonlySet<KubeObject>;
  readonly onSet: (objects: readonly KubeObject[], checked: boolean) => void;
}) {
  const [first] = objects;
  const count = objects.filter((object) => chosen.has(object)).length;
  return (
    <div className="kp-share-kind">
      <Check
        label={
          <>
            {first?.kind} <span className="quiet">{first?.apiVersion}</span>{" "}
            <span className="quiet">
              {formatCount(count)} of {formatCount(objects.length)}
            </span>
          </>
        }
        checked={count === objects.length}
        onChecked={(checked) => onSet(objects, checked)}
      />
      <ul>
        {objects.slice(0, mostRows).map((object) => (
          <li key={nameOf(object)}>
            <Check
              label={nameOf(object)}
              checked={chosen.has(object)}
              onChecked={(checked) => onSet([object], checked)}
            />
          </li>
        ))}
        {objects.length > mostRows ? (
          <li className="quiet">and {formatCount(objects.length - mostRows)} more, chosen with their kind only</li>
        ) : null}
      </ul>
    </div>
  );
}
