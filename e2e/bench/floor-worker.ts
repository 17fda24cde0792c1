/**
 * The texts of workers that do the least: as much code as the server's, and nothing but what the measurement is about.
 */

// As much code to read and to compile as the server has, in functions that are never called.
const asMuchCode = (chunks: readonly string[]): string =>
  chunks
    .map(
      (text, i) =>
        `export function never${i}() {\n${text
          .replace(/\bimport\s*(?:[^"'();]*?\bfrom)?\s*["'][^"']+["'];?/g, "")
          .replace(/\bexport\s*\{[^}]*\};?/g, "")
          .replace(/\/\/# sourceMappingURL.*/g, "")}\n}`,
    )
    .join("\n");

/** Opens a database, reads and parses what is in it (nothing, when it is new), and says so. */
export const floorStartScript = (chunks: readonly string[], database: string): string => `${asMuchCode(chunks)}
const request = indexedDB.open(${JSON.stringify(database)}, 1);
request.onupgradeneeded = () => request.result.createObjectStore("segments");
request.onsuccess = () => {
  const all = request.result.transaction("segments").objectStore("segments").getAll();
  all.onsuccess = () => {
    let objects = 0;
    for (const segment of all.result) for (const { text } of segment) if (JSON.parse(text)) objects += 1;
    postMessage(objects);
  };
};
`;

/** Answers every message with a text as long as the first message says. */
export const echoScript = `
let text;
onmessage = ({ data }) => {
  text ??= "x".repeat(data);
  postMessage(text);
};
`;
