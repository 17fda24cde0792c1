/** A request of the block hunter. Its body is made when it is needed, since it may be of 3 MB. */
export interface HuntRequest {
  readonly method: string;
  readonly target: string;
  readonly contentType?: string;
  readonly body?: () => string | Uint8Array;
}

/** A request that could block the server or make it grow, and the requests that set the scene for it. */
export interface HuntCase {
  readonly name: string;
  readonly before?: readonly HuntRequest[];
  readonly request: HuntRequest;
  /** The paths of what is deleted afterwards. */
  readonly after?: readonly string[];
}

/** The number of bytes that a request may have (server.Config.MaxRequestBodyBytes). */
export const maxBodyBytes = 3 * 1024 * 1024;

const slackBytes = 2_000;

/** Returns as many items as fit into a body, joined by commas. */
export function filled(item: (index: number) => string, bytes = maxBodyBytes - slackBytes): string {
  const items: string[] = [];
  for (let size = 0, i = 0; ; i++) {
    const next = item(i);
    size += next.length + 1;
    if (size > bytes) return items.join(",");
    items.push(next);
  }
}

/** Returns a number of items, joined by commas. */
export const several = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(",");

/** Returns a POST of JSON. */
export const post = (target: string, body: () => string): HuntRequest => ({
  method: "POST",
  target,
  contentType: "application/json",
  body,
});
