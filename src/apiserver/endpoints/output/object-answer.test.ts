import { expect, it } from "vitest";
import { Turns } from "../../../component-base/event-loop.ts";
import { Work } from "../../../component-base/work.ts";
import { codecOfKind } from "../../codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import type { RequestContext } from "../request-context.ts";
import { nativeFlavor, textHead, type ResourceScope } from "../resource-scope.ts";
import { heldAnswer } from "./object-answer.ts";

const kind = { group: "", version: "v1", kind: "ConfigMap" };
const count = 20_000;
const data = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));

it.each([true, false])(
  "an object that is not stored is encoded with pauses in a large request: %s",
  async (isLarge) => {
    const codec = codecOfKind(await loadBuiltinTypes(), kind);
    const work = new Work(200);
    const signal = new AbortController().signal;
    const request = { isLarge, work, turns: new Turns(), signal, warnings: [], auditId: "" };
    const scope = { kind, codec, head: textHead(kind), flavor: nativeFlavor };
    const object = codec.decode({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data });
    const made = await heldAnswer(
      request as unknown as RequestContext, // all that an answer looks at
      scope as unknown as ResourceScope,
      { mediaType: "application/json", pretty: false },
      201,
      object,
    );
    expect(made.body).toBe(`${codec.encode(object)}\n`);
    expect(work.counts.done > count).toBe(isLarge);
  },
);
