/** Inserts a number into an ascending list. Lists are short, so a linear search is fast enough. */
export function insertSorted(list: number[], value: number): void {
  let at = list.length;
  list.push(value);
  for (; at > 0 && (list[at - 1] ?? 0) > value; at--) list[at] = list[at - 1] ?? 0;
  list[at] = value;
}
