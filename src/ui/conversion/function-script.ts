/** What the text of a conversion function may not reach: it is to see objects and nothing else. */
const outside = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "EventSource",
  "WebTransport",
  "BroadcastChannel",
  "indexedDB",
  "caches",
  "importScripts",
  "Worker",
  "SharedWorker",
];

/** The script of a worker that converts by a function `convert(object, desiredAPIVersion)`, which the text declares. */
export const functionScript = (
  source: string,
): string => `for (const name of ${JSON.stringify(outside)}) Object.defineProperty(self, name, { value: undefined });
${source}
;self.onmessage = async ({ data: { id, objects, desiredAPIVersion } }) => {
  try {
    if (typeof convert !== "function") throw new Error("there is no function named convert");
    const converted = [];
    for (const object of objects) converted.push(await convert(object, desiredAPIVersion));
    self.postMessage({ id, text: JSON.stringify(converted) });
  } catch (error) {
    self.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
};
`;
