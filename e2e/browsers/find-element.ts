/** What a reader sees of an element: its role and its name, or a piece of its text. */
export interface Sought {
  readonly role: Role;
  /** The accessible name; with `starts`, only its beginning. */
  readonly name?: string;
  readonly starts?: boolean;
  /** A text that the element contains. */
  readonly text?: string;
  /** An element around it. */
  readonly within?: Sought;
}

export type Role =
  | "article"
  | "button"
  | "combobox"
  | "dialog"
  | "group"
  | "heading"
  | "link"
  | "log"
  | "main"
  | "menuitem"
  | "navigation"
  | "option"
  | "radio"
  | "region"
  | "row"
  | "status"
  | "tab"
  | "table"
  | "textbox"
  | "treeitem";

/** What the page tells of an element that it found. */
export interface FoundElement {
  /** The rendered text, or the value of a field. */
  readonly text: string;
  readonly disabled: boolean;
  readonly focused: boolean;
  /** The middle of the element in its document's viewport, once it is scrolled into view and nothing covers it. */
  readonly point?: { readonly x: number; readonly y: number };
}

/**
 * Finds the last visible element, which is the newest one in logs and lists, and tells of it; null if there is none.
 * Runs in the page, so it uses nothing from outside of itself.
 */
export function findElement(sought: Sought, needsPoint: boolean): FoundElement | null {
  const selectors: Readonly<Record<Role, string>> = {
    article: "article",
    button: "button, summary",
    combobox: "select, input[role=combobox]",
    dialog: "dialog",
    group: "fieldset",
    heading: "h1, h2, h3, h4",
    link: "a[href]",
    log: "[role=log]",
    main: "main",
    menuitem: "[role=menuitem]",
    navigation: "nav",
    option: "option",
    radio: "input[type=radio]",
    region: "section[aria-label], section[aria-labelledby]",
    row: "tr",
    status: "output",
    tab: "[role=tab]",
    table: "table",
    textbox: "textarea, input:not([type]), input[type=text], input[type=search]",
    treeitem: "[role=treeitem]",
  };
  const tidy = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();
  const ofIds = (ids: string): string =>
    ids
      .split(" ")
      .map((id) => tidy(document.getElementById(id)?.textContent))
      .join(" ");
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute("aria-labelledby");
    const labels = "labels" in element ? (element.labels as NodeListOf<Element> | null) : null;
    return tidy(
      element.getAttribute("aria-label") ??
        (ids === null ? undefined : ofIds(ids)) ??
        (labels !== null && labels.length > 0 ? labels[0]?.textContent : element.textContent),
    );
  };
  const textOf = (element: Element): string => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    return element instanceof HTMLElement ? element.innerText : (element.textContent ?? "");
  };
  const isShown = (element: Element): boolean => element.getClientRects().length > 0;
  const find = ({ role, name, starts = false, text, within }: Sought): Element | undefined => {
    const around = within === undefined ? document : find(within);
    const candidates = [...(around?.querySelectorAll(`${selectors[role]}, [role="${role}"]`) ?? [])];
    return candidates.findLast(
      (element) =>
        isShown(element) &&
        (name === undefined || (starts ? nameOf(element).startsWith(name) : nameOf(element) === name)) &&
        (text === undefined || textOf(element).includes(text)),
    );
  };
  const element = find(sought);
  if (element === undefined) return null;
  const told = {
    text: textOf(element),
    disabled: element.matches(":disabled, [aria-disabled=true]"),
    focused: document.hasFocus() && document.activeElement === element,
  };
  if (!needsPoint) return told;
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const point = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
  const hit = document.elementFromPoint(point.x, point.y);
  const label = "labels" in element ? (element.labels as NodeListOf<Element> | null)?.[0] : undefined;
  return element.contains(hit) || label?.contains(hit) ? { ...told, point } : told;
}
