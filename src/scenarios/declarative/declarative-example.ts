import type { JsonObject } from "../../apimachinery/json/value.ts";

/** An object, or a change of one, that is validated. */
export interface DeclarativeFixture {
  readonly name: string;
  readonly operation: "create" | "update";
  readonly object: JsonObject;
  readonly oldObject?: JsonObject;
  readonly options?: readonly string[];
  readonly subresource?: string;
}

/** A fixture of an example with the errors that it has: `field: message`. */
export interface ExpectedFixture extends DeclarativeFixture {
  readonly expect: readonly string[];
}

/** Returns a fixture without what is expected of it. */
export const fixtureOf = ({
  name,
  operation,
  object,
  oldObject,
  options,
  subresource,
}: ExpectedFixture): DeclarativeFixture => ({
  name,
  operation,
  ...(oldObject === undefined ? {} : { oldObject }),
  object,
  ...(options === undefined ? {} : { options }),
  ...(subresource === undefined ? {} : { subresource }),
});

/** A lesson about one tag of the documentation's catalogue. */
export interface DeclarativeExample {
  /** The tag without `+k8s:`; also the address. */
  readonly id: string;
  readonly release: "1.34" | "1.35";
  /** What the documentation of v1.34 says about the tag. */
  readonly statement: string;
  /** Where the generator does something else. */
  readonly differs?: string;
  /** The type that is validated. */
  readonly type: string;
  /** Types that show the statement. */
  readonly source: string;
  /** The documentation's own example, completed to a file, where it is another text; the generator refuses it. */
  readonly documented?: { readonly source: string; readonly error: string };
  readonly fixtures: readonly ExpectedFixture[];
}

/** Returns a fixture of a new object. */
export const created = (
  name: string,
  object: JsonObject,
  expect: readonly string[],
  more: Pick<DeclarativeFixture, "options" | "subresource"> = {},
): ExpectedFixture => ({ name, operation: "create", object, ...more, expect });

/** Returns a fixture of a changed object. */
export const updated = (
  name: string,
  oldObject: JsonObject,
  object: JsonObject,
  expect: readonly string[],
): ExpectedFixture => ({ name, operation: "update", oldObject, object, expect });
