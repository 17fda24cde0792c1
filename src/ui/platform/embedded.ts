/** The view that the page shows without its shell, as the `embed` parameter of its URL names it. */
export const embeddedView = (): string | undefined => new URLSearchParams(location.search).get("embed") ?? undefined;

/** Whether the page is an embed in another page. */
export const isEmbedded = (): boolean => embeddedView() !== undefined;
