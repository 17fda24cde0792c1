import { type AnswerBody, isStream } from "../component-base/exchange.ts";

/** The whole body of an answer as text. */
export async function answerText(body: AnswerBody): Promise<string> {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (!isStream(body)) return body.join("");
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body) text += typeof part === "string" ? part : decoder.decode(part, { stream: true });
  return text + decoder.decode();
}

/**
 * The lines of a body as they arrive, all that came together at once; a line without its end counts when the body is
 * over.
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
