import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { formatValue } from "./go-value.ts";

/** Up to this many items, Go uses insertion sort, which with upstream's comparison reverses equal items. */
const insertionLimit = 12;

/** Sorts items by the `%v` text of the value that `of` returns. */
export function sortByText(items: readonly JsonValue[], of: (item: JsonValue) => JsonValue): readonly JsonValue[] {
  const texts = items.map((item) => ({ item, text: formatValue(of(item)) }));
  const ordered = items.length <= insertionLimit ? texts.reverse() : texts;
  return ordered.sort((a, b) => compareUtf8(a.text, b.text)).map(({ item }) => item);
}

export const sortScalars = (items: readonly JsonValue[]): readonly JsonValue[] => sortByText(items, (item) => item);
