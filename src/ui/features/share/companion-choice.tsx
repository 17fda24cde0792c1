import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isSecret, type Companion } from "../../../share/companions.ts";
import { formatCount } from "../../data/words.ts";
import { Check } from "../../design/field.tsx";
import { objectInWords, reasonInWords } from "./share-words.ts";

const mostRows = 200;

/** Lists what comes along with the chosen objects and why, each to be taken out. */
export function CompanionChoice({
  companions,
  onTaken,
}: {
  readonly companions: readonly Companion[];
  readonly onTaken: (object: KubeObject, isTaken: boolean) => void;
}) {
  if (companions.length === 0) return null;
  return (
    <div className="kp-share-objects" role="group" aria-label="What comes along" tabIndex={0}>
      <p className="quiet">
        Comes along, so that it runs: {formatCount(companions.filter(({ isTaken }) => isTaken).length)} of{" "}
        {formatCount(companions.length)}
      </p>
      <ul>
        {companions.slice(0, mostRows).map((companion) => (
          <li key={objectInWords(companion.object)}>
            <Check
              label={<Words companion={companion} />}
              checked={companion.isTaken}
              onChecked={(isTaken) => onTaken(companion.object, isTaken)}
            />
          </li>
        ))}
        {companions.length > mostRows ? (
          <li className="quiet">and {formatCount(companions.length - mostRows)} more</li>
        ) : null}
      </ul>
    </div>
  );
}

const Words = ({ companion }: { readonly companion: Companion }) => (
  <>
    {objectInWords(companion.object)}{" "}
    <span className="quiet">
      {reasonInWords(companion)}
      {isSecret(companion.object) ? "; everyone who gets the link or the file can read it" : ""}
    </span>
  </>
);
