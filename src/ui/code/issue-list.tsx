import { plural } from "../data/words.ts";
import { Icon } from "../design/icon.tsx";

/** An error, and the line (and column) where it is. */
export interface Issue {
  readonly place: string;
  readonly message: string;
}

/** The number of issues listed. For the others only the count is shown. */
const shown = 3;

/** The list of errors in a text, shown below its editor. */
export function IssueList({ label, issues }: { readonly label: string; readonly issues: readonly Issue[] }) {
  if (issues.length === 0) return null;
  return (
    <div role="status">
      <ul className="kp-issues small" aria-label={label}>
        {issues.slice(0, shown).map(({ place, message }, i) => (
          <li key={i}>
            <Icon name="warning" size={12} />
            <span className="quiet mono">{place}</span>
            <span>{message}</span>
          </li>
        ))}
        {issues.length > shown ? <li className="quiet">and {plural(issues.length - shown, "more problem")}</li> : null}
      </ul>
    </div>
  );
}
