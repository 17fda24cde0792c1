/** Whether the part of an address behind `#` names a place: one that is followed from a link, or loaded again. */
export const namesPlace = (hash: string): boolean => hash.length > 2;

/** The query parameter with the id of a shared world. It is not behind `#`, so that every place keeps it. */
export const worldParameter = "shared";

/** The id of the shared world that the page's URL names; undefined for the tab's own server. */
export const worldOfAddress = (): string | undefined =>
  new URLSearchParams(location.search).get(worldParameter) ?? undefined;

/** Returns the page's URL of a place in a shared world, or on the tab's own server. */
export function urlOf(address: string, world: string | undefined): string {
  const query = new URLSearchParams(location.search);
  if (world === undefined) query.delete(worldParameter);
  else query.set(worldParameter, world);
  const text = query.toString();
  return `${location.pathname}${text === "" ? "" : `?${text}`}${address}`;
}
