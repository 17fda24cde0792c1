/** The members that a JSON pointer leads through; undefined where the text is no pointer. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/")) return undefined;
  return text.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A list index as Go's strconv.Atoi reads it: a sign and leading zeros are allowed. */
export const parseIndex = (text: string): number | undefined => (/^[+-]?[0-9]+$/.test(text) ? Number(text) : undefined);
