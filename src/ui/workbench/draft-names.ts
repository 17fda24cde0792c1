/** A draft as a list of drafts names it. */
export interface NamedDraft {
  readonly place: string;
  /** The name of the first object in its text, or what else tells it apart. */
  readonly name: string;
  /** Where it began. */
  readonly words: string;
}

const words: Readonly<Record<string, string>> = {
  own: "written here",
  gallery: "from the gallery, changed",
  example: "from an example, changed",
  mended: "from a mended example, changed",
  installed: "from the server, changed",
  tag: "from a tag, changed",
  documented: "from the documentation, changed",
};

/** The name in the metadata of the first object of a YAML or JSON text; undefined if it has none yet. */
function nameInText(text: string): string | undefined {
  const metadata = /(?:^|[{,]) *["']?metadata["']?: *\{?(?<rest>[^]*)/m.exec(text)?.groups?.["rest"] ?? "";
  return /["']?\bname["']?: *["']?(?<name>[^\s"',}]+)/.exec(metadata)?.groups?.["name"];
}

/** The name of the first struct of Go types; undefined if there is none yet. */
export const nameOfTypes = (text: string): string | undefined =>
  /^type +(?<name>\w+) +struct\b/m.exec(text)?.groups?.["name"];

/**
 * Names the drafts of a workbench by their texts and places, those that are empty left out. Texts of the views of a
 * draft are kept at its place with words behind it, such as `own example v1`, and are none themselves.
 */
export const namedDrafts = (
  drafts: Readonly<Record<string, string>>,
  nameIn: (text: string) => string | undefined = nameInText,
): readonly NamedDraft[] =>
  Object.entries(drafts)
    .filter(([place, text]) => text.trim() !== "" && !place.includes(" "))
    .map(([place, text]) => {
      const [where = "", ...rest] = place.split("/");
      return { place, name: nameIn(text) ?? (rest.at(-1) || "unnamed"), words: words[where] ?? where };
    });

/** The address of a draft. */
export const draftAddress = (home: string, place: string): string =>
  `${home}/${place.split("/").map(encodeURIComponent).join("/")}`;

/** The place of a text of one's own: the first has no number in its address. */
export const ownPlace = (number: string): string => (number === "" ? "own" : `own/${number}`);

/** A place for a new text of one's own: the first one without a draft. */
export function freePlace(drafts: Readonly<Record<string, unknown>>): string {
  for (let number = 1; ; number += 1) {
    const place = ownPlace(number === 1 ? "" : String(number));
    if (drafts[place] === undefined || drafts[place] === "") return place;
  }
}
