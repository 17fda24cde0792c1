import { type AnswerBody, isStream } from "../component-base/exchange.ts";

/** Reads the whole body of a response as text. Rejects if a stream is longer than `most` characters. */
export async function answerText(body: AnswerBody, most = Infinity): Promise<string> {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (!isStream(body)) return body.join("");
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body) {
    text += typeof part === "string" ? part : decoder.decode(part, { stream: true });
    if (text.length > most) throw new Error(`the response is longer than ${most} characters`);
  }
  return text + decoder.decode();
}

/**
 * Yields the lines of a body as they arrive, in one batch all that arrived together. An unterminated last line is
 * yielded when the body ends.
 */
export async function* answerLines(body: AnswerBody): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of isStream(body) ? body : [await answerText(body)]) {
    const lines = (rest + (typeof part === "string" ? part : decoder.decode(part, { stream: true }))).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines;
  }
  if (rest.trim() !== "") yield [rest];
}

/** The lines of a body as they come, each with the `\n` that ends it, which the last one may lack. */
export async function* answerWholeLines(body: AnswerBody): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of isStream(body) ? body : [await answerText(body)]) {
    const lines = (rest + (typeof part === "string" ? part : decoder.decode(part, { stream: true }))).split(/(?<=\n)/);
    rest = lines.at(-1)?.endsWith("\n") === true ? "" : (lines.pop() ?? "");
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") yield [rest];
}
