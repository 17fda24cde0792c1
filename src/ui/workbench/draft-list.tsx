import { IconButton } from "../design/button.tsx";
import { usePage } from "../state/page.ts";
import { draftAddress, namedDrafts } from "./draft-names.ts";

interface DraftListProps {
  /** The address of the start of the workbench. */
  readonly home: string;
  /** The texts by their places. */
  readonly texts: Readonly<Record<string, string>>;
  /** Finds the name in a text that is no manifest. */
  readonly nameIn?: (text: string) => string | undefined;
  /** Deletes a draft. Returns what brings it back. */
  readonly onDelete: (place: string) => () => void;
}

/** The drafts of a workbench, by name. A draft that is deleted can be brought back while its message is shown. */
export function DraftList({ home, texts, nameIn, onDelete }: DraftListProps) {
  const page = usePage();
  const drafts = namedDrafts(texts, nameIn);
  if (drafts.length === 0) return null;
  const remove = (place: string, name: string): void => {
    const bringBack = onDelete(place);
    page.toasts.add({
      description: `The draft ${name} is deleted.`,
      actionProps: { children: "Take back", onClick: bringBack },
    });
  };
  return (
    <section aria-label="Drafts">
      <h2>Drafts</h2>
      <ul className="kp-home-rows">
        {drafts.map(({ place, name, words }) => (
          <li key={place} className="kp-home-draft">
            <a href={draftAddress(home, place)}>
              <strong className="clip">{name}</strong>
              <span className="quiet clip">{words}</span>
            </a>
            <IconButton
              icon="clear"
              size="small"
              label={`Delete the draft ${name}`}
              onClick={() => remove(place, name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
