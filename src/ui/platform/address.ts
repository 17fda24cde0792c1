/** Whether the part of an address behind `#` names a place: one that is followed from a link, or loaded again. */
export const namesPlace = (hash: string): boolean => hash.length > 2;

/** The query parameter with the id of a shared world. It is not behind `#`, so that every place keeps it. */
const worldParameter = "shared";

/** The id of the shared world that the page's URL names; undefined for the tab's own server. */
export const worldOfAddress = (): string | undefined =>
  new URLSearchParams(location.search).get(worldParameter) ?? undefined;

/** The query parameter with the id of a world that this browser keeps besides the first one (named-worlds.ts). */
const namedWorldParameter = "world";

/** The query parameter with what a world is to begin with that is made at this address. */
const beginParameter = "begin";

/** The id of the kept world that the page's URL names; undefined for the first one. */
export const namedWorldOfAddress = (): string | undefined =>
  new URLSearchParams(location.search).get(namedWorldParameter) ?? undefined;

/** The query parameter with the revision that is shown in place of the newest one. */
const revisionParameter = "revision";

/** The revision that the page's URL names; undefined for the newest one. */
export function revisionOfAddress(): number | undefined {
  const text = new URLSearchParams(location.search).get(revisionParameter) ?? "";
  const revision = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(revision) && revision > 0 ? revision : undefined;
}

/** Names a revision in the page's URL, or none; as an entry of its own in the browser's history unless it replaces. */
export function nameRevision(revision: number | undefined, replace: boolean): void {
  const url = urlWith({ [revisionParameter]: revision === undefined ? "" : String(revision) }, location.hash);
  if (replace) history.replaceState(history.state, "", url);
  else history.pushState(null, "", url);
}

/** Returns the page's URL of a place in a kept world, and in no shared one. */
export const urlOfWorld = (id: string, address: string, begin?: "empty" | "sample"): string =>
  urlWith(
    { [namedWorldParameter]: id, [worldParameter]: "", [beginParameter]: begin ?? "", [revisionParameter]: "" },
    address,
  );

/** Takes what a new world begins with out of the page's URL, so that the address is that of the world alone. */
export function takeBeginning(): string | undefined {
  const begin = new URLSearchParams(location.search).get(beginParameter) ?? undefined;
  if (begin !== undefined) history.replaceState(null, "", urlWith({ [beginParameter]: "" }, location.hash));
  return begin;
}

/** Returns the page's URL with other query parameters; an empty one is left out. */
function urlWith(parameters: Readonly<Record<string, string>>, address: string): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return `${location.pathname}${text === "" ? "" : `?${text}`}${address}`;
}

/** Returns the link to a place for others: the ids of worlds mean nothing in their browsers. */
export const linkTo = (address: string): string => new URL(urlOfWorld("", address), location.href).href;

/** Returns the page's URL of a place in a shared world, or on the tab's own server. */
export const urlOf = (address: string, world: string | undefined): string =>
  urlWith({ [worldParameter]: world ?? "", [revisionParameter]: "" }, address);

/** Returns the page's URL of a place in this world as it was at a revision. */
export const urlOfRevision = (address: string, revision: number): string =>
  urlWith({ [revisionParameter]: String(revision) }, address);

/** Returns the URL of a window for a talk at the address that is shown here, in the same world. */
export function urlOfPresentation(): string {
  const kept = [worldParameter, namedWorldParameter, revisionParameter].flatMap((name) => {
    const value = new URLSearchParams(location.search).get(name);
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
  });
  return `${location.pathname}?present${kept.join("")}${location.hash}`;
}
