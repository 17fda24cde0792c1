/**
 * Copies a text to the clipboard; resolves to false if the browser denies it, as on plain-http hosts. A text that is
 * still being made is handed over as a promise, since Safari allows copying only while it handles a click. Rejects with
 * the error of that promise.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string" || typeof ClipboardItem === "undefined")
      await navigator.clipboard.writeText(await text); // Firefox before 127 has no ClipboardItem
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": text.then(asPlainText) })]);
    return true;
  } catch {
    await text;
    return false;
  }
}

const asPlainText = (text: string): Blob => new Blob([text], { type: "text/plain" });

/** The most bytes of a chosen file of text, and of a file of objects. */
export const largestText = 16_000_000;
export const largestObjects = 256_000_000;

/** Reads a chosen file as text. Rejects with a sentence if it is larger than `most` bytes. */
export async function readText(file: File, most = largestText): Promise<string> {
  checkSize(file, most);
  return file.text();
}

/** Reads the bytes of a chosen file. Rejects with a sentence if there are more than `most`. */
export async function readBytes(file: File, most = largestObjects): Promise<Uint8Array<ArrayBuffer>> {
  checkSize(file, most);
  return new Uint8Array(await file.arrayBuffer());
}

function checkSize({ name, size }: File, most: number): void {
  if (size > most) throw new Error(`${name} is larger than ${most / 1_000_000} MB.`);
}

/** Downloads bytes as a file. */
export function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads a text as a file. */
export const saveText = (name: string, text: string): void => saveFile(name, new TextEncoder().encode(text));

/** Opens a file picker; resolves to undefined if it is cancelled. */
export const chooseFile = async (accept: string): Promise<File | undefined> => (await choose(accept, false))[0];

/** Opens a picker of several files; resolves to none if it is cancelled. */
export const chooseFiles = (accept: string): Promise<readonly File[]> => choose(accept, true);

function choose(accept: string, multiple: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.multiple = multiple;
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
}
