/** Whether the page is the window of a talk, as `?present` in its URL says: large type, no bars, led by keys. */
export const isPresenting = (): boolean => new URLSearchParams(location.search).has("present");

/** Opens a window for a talk at the address that is shown here. It is another tab of the same server. */
export const openPresentation = (): void => void open(`${location.pathname}?present${location.hash}`, "_blank");
