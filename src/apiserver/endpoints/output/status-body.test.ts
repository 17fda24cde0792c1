import { expect, it } from "vitest";
import { failureStatus, statusCause } from "../../../apimachinery/errors.ts";
import { isInPieces, type AnswerBody } from "../../../component-base/exchange.ts";
import { Turns } from "../../../component-base/event-loop.ts";
import { loadSerializers } from "../../codec/load-serializers.ts";
import { nativeMediaTypes } from "../../codec/negotiation/media-types.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import { statusText } from "./answers.ts";
import { createMediaContext } from "./media-context.ts";
import { outputEncoder } from "./output-encoder.ts";
import { prettyJson, render } from "./output.ts";
import { statusBody } from "./status-body.ts";

const compactJson = { mediaType: "application/json", pretty: false };
const waiting = { turns: new Turns() };
const length = 600_000;
/** Texts whose characters are printed as they are, escaped, or of two units. */
const texts: Readonly<Record<string, string>> = {
  plain: "a".repeat(length),
  quotes: `"\\`.repeat(length / 2),
  "control characters": "\x7f\x01\n".repeat(length / 3),
  "pairs of surrogates": `a${"😀".repeat(length / 2)}`,
  "halves of pairs": `a${"\ud83d".repeat(length)}`,
  "escapes of HTML": "<&>\u2028".repeat(length / 4),
};

async function piecesOf(body: AnswerBody): Promise<readonly string[]> {
  const pieces: string[] = [];
  if (isInPieces(body)) for await (const piece of body) pieces.push(String(piece));
  return pieces;
}

it.each(Object.entries(texts))("a Status with a long text of %s is answered in pieces", async (_, text) => {
  const causes = [statusCause("FieldValueInvalid", text, "spec.text"), statusCause("", "and 3 more")];
  const status = failureStatus(422, "Invalid", `is invalid: ${text}`, { name: "a", causes, retryAfterSeconds: 3 });
  for (const output of [compactJson, prettyJson]) {
    const pieces = await piecesOf(await statusBody(waiting, output, status));
    expect(pieces.join("") === render(output, statusText(status))).toBe(true);
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(400_000);
  }
});

/** What comes of an encoding: a text, or an error. */
async function encoded(encode: () => unknown): Promise<unknown> {
  try {
    return await encode();
  } catch (error) {
    return String(error);
  }
}

it.each([...Object.entries(texts), ["next lines", "a\u0085".repeat(length / 2)] as const])(
  "a Status with a long text of %s is encoded as YAML as its JSON is, which is not made where nothing depends on it",
  async (_, text) => {
    const status = failureStatus(422, "Invalid", text, { name: "a", causes: [statusCause("", "b")] });
    await loadSerializers("application/yaml");
    const media = createMediaContext(nativeMediaTypes, await loadBuiltinTypes());
    const encoder = outputEncoder(media, "application/yaml");
    const expected = await encoded(() => encoder?.encode(statusText(status)));
    const body = await encoded(async () => {
      const made = await statusBody(waiting, { ...compactJson, encoder }, status);
      return isInPieces(made) ? (await piecesOf(made)).join("") : made;
    });
    expect(body === expected).toBe(true);
  },
);

it("a Status of many causes is answered in pieces, a short one as it is", async () => {
  const causes = Array.from({ length: 10_000 }, (_, i) =>
    statusCause("FieldValueInvalid", `is <wrong> ${i}`, `a[${i}]`),
  );
  const status = failureStatus(422, "Invalid", "many", { name: "a", causes });
  for (const output of [compactJson, prettyJson]) {
    const pieces = await piecesOf(await statusBody(waiting, output, status));
    expect(pieces.join("")).toBe(render(output, statusText(status)));
    expect(pieces.length).toBeGreaterThan(2);
    const short = failureStatus(422, "Invalid", "few", { causes: causes.slice(0, 3) });
    expect(statusBody(waiting, output, short)).toBe(render(output, statusText(short)));
  }
});
