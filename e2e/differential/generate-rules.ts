import type { Chooser } from "./chooser.ts";
import type { SchemaJson } from "./generate-schema.ts";

/** A rule, and the schemas for which it compiles; all of its type by default. */
type Row = readonly [rule: string, fits?: (schema: SchemaJson) => boolean];
type Rows = readonly [Row, ...Row[]];

const member = (schema: SchemaJson, name: string): SchemaJson => (schema[name] ?? {}) as SchemaJson;
const has =
  (...names: readonly string[]) =>
  (schema: SchemaJson): boolean =>
    names.every((name) => name in member(schema, "properties"));
const isMap = (schema: SchemaJson): boolean => schema["additionalProperties"] !== undefined;
const isAtomic = (schema: SchemaJson): boolean => !["set", "map"].includes(String(schema["x-kubernetes-list-type"]));
const itemsOf =
  (...types: readonly string[]) =>
  (schema: SchemaJson): boolean =>
    types.includes(typeOf(member(schema, "items")));
const hasKeys = (schema: SchemaJson): boolean => has("k")(member(schema, "items"));

const ofText: Rows = [
  ["self != 'bad'"],
  ["size(self) < 4"],
  ["self.startsWith('a') || self == ''"],
  ["self in ['one', 'two', 'dflt']"],
  ["self.matches('^[a-z]*$')"],
  ["self.lowerAscii() == self"],
  ["self.split('').size() < 4"],
  ["self.find('[0-9]+') == ''"],
  ["isQuantity(self) ? quantity(self).isGreaterThan(quantity('5')) : true"],
  ["isURL(self) || self.indexOf('b') < 0"],
  ["isIP(self) ? ip(self).family() == 4 : !isCIDR(self)"],
  ["self.replace('b', 'cc').charAt(0) != 'c'"],
  ["int(self) > 0"],
  ["!format.dns1123Label().validate(self).hasValue()"],
  ["timestamp(self) < timestamp('2030-01-01T00:00:00Z')"],
  ["duration(self) > duration('1m')"],
  ["[self].exists(x, x.size() > 2 && x.substring(1, 2) == 'b')"],
  ["isSemver(self) || !self.contains('.')"],
  ["self == oldSelf"],
  ["oldSelf == '' || self.startsWith(oldSelf)"],
];

const rowsOfType: Readonly<Record<string, Rows>> = {
  string: ofText,
  date: [["self < timestamp('2025-01-01T00:00:00Z')"], ["self.getFullYear() == 2024"], ["self == oldSelf"]],
  duration: [["self > duration('1m')"], ["self.getSeconds() >= 60"], ["self >= oldSelf"]],
  byte: [["size(self) < 3"], ["self == b'a'"], ["self == oldSelf"]],
  integer: [
    ["self != 7"],
    ["self < 10"],
    ["self / (self - 2) > 0"],
    ["self % 2 == 0 || self in [1, 3, 5]"],
    ["double(self) > 0.5 && uint(self) >= 0u"],
    ["string(self).size() == 1"],
    ["self * 9223372036854775807 > 0"],
    ["self >= oldSelf"],
    ["self - oldSelf <= 2"],
  ],
  number: [
    ["self > 0.25"],
    ["self == double(int(self))"],
    ["self != 1.5"],
    ["self < oldSelf + 1.0"],
    ["self >= oldSelf"],
  ],
  boolean: [["self || true"], ["!self"], ["self == oldSelf"], ["oldSelf || self"]],
  object: [
    ["self == self && type(self) == type(self)"],
    ["self == oldSelf"],
    ["!has(self.a) || has(self.b)", has("a", "b")],
    ["!has(self.e)", has("e")],
    ["has(self.c) ? has(self.d) || has(self.a) : true", has("a", "c", "d")],
    ["has(self.fooBar)", has("fooBar")],
    ["has(self.x__dash__y)", has("x-y")],
    ["has(self.a) == has(oldSelf.a)", has("a")],
    ["!has(oldSelf.b) || has(self.b)", has("b")],
    ["self.a == self.a", has("a")],
    ["self.?c.hasValue() || !has(self.d)", has("c", "d")],
    ["size(self) < 3", isMap],
    ["self.all(k, k != 'no')", isMap],
    ["!('p' in self) || self.p == self.p", isMap],
    ["self.map(k, k).size() < 3", isMap],
    ["self.all(k, v, k != 'q' || v == v)", isMap],
    ["self.transformMap(k, v, v).size() < 2", isMap],
    ["oldSelf.all(k, k in self)", isMap],
  ],
  array: [
    ["size(self) < 4"],
    ["self.all(x, x == x)"],
    ["self.exists_one(x, x == self[0])"],
    ["self.filter(x, x in self).size() == self.size()"],
    ["self.all(i, x, i < 2)"],
    ["self.all(x, self.exists_one(y, y == x))"],
    ["self.indexOf(self[0]) == 0"],
    ["self[0] == self[self.size() - 1]"],
    ["self + self != self"],
    ["self.size() >= oldSelf.size()"],
    ["oldSelf.all(x, x in self)"],
    ["self == oldSelf"],
    ["sets.contains(self, [self[0]])", isAtomic],
    ["self.isSorted()", itemsOf("string", "integer", "number", "boolean")],
    ["self.sum() < 10", itemsOf("integer")],
    ["self.max() == self[0]", itemsOf("integer", "string", "number")],
    ["self.all(x, x.k != 'bad')", hasKeys],
    ["self.exists(x, has(x.v))", (schema) => hasKeys(schema) && has("v")(member(schema, "items"))],
  ],
  any: [
    ["type(self) == int || self != 'bad'"],
    ["self == oldSelf"],
    ["type(self) == string ? self.size() < 3 : self > 1"],
  ],
};

/** Rules of which each needs `optionalOldSelf`. */
const optionalRules = [
  "!oldSelf.hasValue() || self == oldSelf.value()",
  "oldSelf.orValue(self) == self",
  "oldSelf.hasValue()",
  "oldSelf.optMap(o, o == self).orValue(true)",
] as const;

const messages: readonly [SchemaJson, ...SchemaJson[]] = [
  {},
  {},
  { message: "no good" },
  { messageExpression: "'is ' + string(size('ab'))" },
  { messageExpression: "'value ' + string(self == self)" },
  { message: "else", messageExpression: "string(1 / 0)" },
  { message: "else", messageExpression: "''" },
  { messageExpression: "'two\\nlines'" },
  { messageExpression: "'   '" },
  { message: " trailing " },
];

const reasons = ["FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate", "FieldValueInvalid"] as const;

/** What a rule may have that is refused in most places. */
const faults: readonly [SchemaJson, ...SchemaJson[]] = [
  { message: "line\nbreak" },
  { messageExpression: "1" },
  { messageExpression: "self.nothing" },
  { reason: "Odd" },
  { fieldPath: "a" },
  { fieldPath: ".b.c" },
  { fieldPath: ".a[0]" },
  { fieldPath: "." },
  { fieldPath: ".nothing" },
  { optionalOldSelf: true },
  { rule: "self.nothing > 1" },
  { rule: "math.least(self, 3) == self" },
  { rule: "self.reverse() == self" },
  { rule: "" },
];

/** How rules are added: `careful` ones compile and cost little, since what is listed has bounds. */
export interface RuleOptions {
  readonly careful: boolean;
  /** Whether a rule may read the old value, which is unknown below most lists. */
  readonly correlatable?: boolean;
}

/** Returns a schema with rules at some of its places, and the bounds that they need. */
export function withRules(choose: Chooser, schema: SchemaJson, options: RuleOptions): SchemaJson {
  const { careful, correlatable = true } = options;
  const inside = withRulesBelow(choose, schema, options);
  const bounded = careful ? { ...boundsOf(schema), ...inside } : inside;
  const known = choose.chance(0.15) ? rowsOfType[typeOf(schema)] : undefined;
  if (known === undefined) return bounded;
  const fitting = careful
    ? known.filter(([rule, fits]) => (correlatable || !readsOld(rule)) && (fits?.(schema) ?? true))
    : known;
  const [first, ...rest] = fitting;
  if (first === undefined) return bounded;
  const count = choose.chance(0.2) ? 2 : 1;
  const list = Array.from({ length: count }, () => generateRule(choose, schema, [first, ...rest], options));
  return { ...bounded, "x-kubernetes-validations": list };
}

function withRulesBelow(choose: Chooser, schema: SchemaJson, options: RuleOptions): SchemaJson {
  const below = (value: unknown, correlatable = options.correlatable ?? true): SchemaJson =>
    withRules(choose, value as SchemaJson, { ...options, correlatable });
  const { properties, items, additionalProperties } = schema;
  const isKeyed = schema["x-kubernetes-list-type"] === "map";
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties as object).map(([name, value]) => [name, below(value)]),
          ),
        }),
    ...(items === undefined ? {} : { items: below(items, isKeyed ? undefined : false) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: below(additionalProperties) }),
  };
}

function boundsOf(schema: SchemaJson): SchemaJson {
  if (schema["type"] === "array") return { maxItems: 5 };
  if (isMap(schema)) return { maxProperties: 5 };
  return schema["type"] === "string" && typeOf(schema) !== "odd" ? { maxLength: 40 } : {};
}

/** Names the type that values of a schema have in rules. */
function typeOf(schema: SchemaJson): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "any";
  const type = String(schema["type"]);
  if (type !== "string") return type;
  const format = String(schema["format"]);
  if (["date", "date-time", "datetime"].includes(format)) return "date";
  return ["duration", "byte"].includes(format) ? format : "string";
}

const readsOld = (rule: string): boolean => rule.includes("oldSelf");

function generateRule(choose: Chooser, schema: SchemaJson, rows: Rows, options: RuleOptions): SchemaJson {
  const { careful, correlatable = true } = options;
  const isOptional = correlatable && choose.chance(0.1);
  const rule = isOptional ? choose.pick(optionalRules) : choose.pick(rows)[0];
  const path = choose.chance(0.3) ? fieldPath(choose, schema) : undefined;
  return {
    rule,
    ...choose.pick(messages),
    ...(choose.chance(0.3) ? { reason: choose.pick(reasons) } : {}),
    ...(path === undefined ? {} : { fieldPath: path }),
    ...(isOptional
      ? { optionalOldSelf: true }
      : readsOld(rule) && choose.chance(0.1)
        ? { optionalOldSelf: false }
        : {}),
    ...(!careful && choose.chance(0.3) ? choose.pick(faults) : {}),
  };
}

/** Returns the path of a property; undefined if there is none. */
function fieldPath(choose: Chooser, schema: SchemaJson): string | undefined {
  const [name] = choose.some(Object.keys(member(schema, "properties")), 0.5);
  if (name === undefined) return isMap(schema) ? ".p" : undefined;
  return name.includes("-") ? `['${name}']` : choose.pick([`.${name}`, `['${name}']`]);
}
