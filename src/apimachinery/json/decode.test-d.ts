import { expectTypeOf, test } from "vitest";
import type { StatusError } from "../errors.ts";
import { newNotFound } from "../errors.ts";
import { decodeJson, decodeJsonReporting } from "./decode.ts";
import type { JsonValue } from "./value.ts";

test("decoders answer with JsonValue, never any", () => {
  expectTypeOf(decodeJson("")).toEqualTypeOf<JsonValue>();
  expectTypeOf(decodeJsonReporting("").duplicates).toEqualTypeOf<readonly string[]>();
});

test("error constructors answer with StatusError", () =>
  expectTypeOf(newNotFound).returns.toEqualTypeOf<StatusError>());
