// Expressions that do much work for their cost, each with the value of `self` that it reads: the calls of every
// library on texts and lists of the largest size, as often as the cost limit of one evaluation lets through.
import type { JsonValue } from "../../src/apimachinery/json/value.ts";
import { createEnvSet, perCallLimit } from "../../src/cel/env/kubernetes.ts";
import { re2Engine } from "../../src/cel/library/re2-engine.ts";
import { installRegexEngine } from "../../src/cel/library/regex-engine.ts";
import { Program, type EvalResult } from "../../src/cel/program.ts";
import { dynType } from "../../src/cel/types/type.ts";
import type { Value } from "../../src/cel/values/value.ts";

/** An expression over `self`, whose fields are `s`, `t`, `u`, `v`, `x` (texts), `l`, `m` (lists), `o` (an object). */
export interface CelLoad {
  readonly name: string;
  readonly expression: string;
}

const million = 1_000_000;
const ascii = "a".repeat(million);
const emoji = `${"é😀".repeat(million / 4)}`;
const late = (text: string, last: string): string => text.slice(0, -1) + last;

/** The values of `self` that expressions are evaluated on. */
export const celInputs: Readonly<Record<string, () => JsonValue>> = {
  ascii: () => input(ascii, late(ascii, "b"), `b${"a".repeat(million / 2)}`),
  unicode: () => input(emoji, late(emoji, "x"), `x${"é😀".repeat(million / 8)}`),
};

function input(s: string, t: string, u: string): JsonValue {
  const list = Array.from({ length: 100_000 }, (_, i) => i);
  return {
    s,
    t,
    u,
    v: s.slice(0, 16),
    x: "X",
    same: Array.from({ length: 10 }, (_, i) => s.slice(0, 300_000) + String.fromCharCode(65 + i)),
    l: list,
    m: [...list.slice(0, -1), -1],
    words: list.map((i) => `word-${i}`),
    nested: [[list], [[...list.slice(0, -1), -1]]],
    o: Object.fromEntries(list.map((i) => [`key-${i}`, i])),
  };
}

/** Returns an expression that evaluates another one many times, with its number as `i`. */
export const times = (expression: string, count = 100_000): string =>
  `lists.range(${count}).map(i, ${expression}).size() > 0`;
const load = (expression: string, name = expression): CelLoad => ({ name, expression });
const repeated = (call: string, count?: number): CelLoad => load(times(call, count), call);

const textCalls = [
  "self.s.charAt(i)",
  "self.same[i % 10].charAt(i)",
  "(self.s + 'x').charAt(i)",
  "size(self.s)",
  "self.s.indexOf('b')",
  "self.s.indexOf('b', i)",
  "self.s.indexOf('')",
  "self.s.lastIndexOf('b')",
  "self.s.lastIndexOf('b', i)",
  "self.s.substring(i)",
  "self.s.substring(i, i + 1)",
  "self.s.lowerAscii()",
  "self.s.upperAscii()",
  "self.s.trim()",
  "self.s.split('a')",
  "self.s.split('')",
  "self.s.split('', 2)",
  "self.s.replace('a', 'bb')",
  "self.s.replace('', 'b')",
  "self.s.replace('', 'b', 1)",
  "strings.quote(self.s)",
  "self.s.find('b')",
  "self.s.find('(a.|b)x')",
  "self.s.findAll('b')",
  "self.s.findAll('a')",
  "self.s.findAll('a.*b|a')",
  "self.s.findAll('', 1)",
  "self.s.matches('b')",
  "self.s.matches('^a*$')",
  "self.s.matches('(.{999})*b')",
  "self.s.matches('a.{30}b')",
  "self.s.matches('(a|aa)+x')",
  "self.v.matches('(.{999})*b')",
  "self.v.find('(.{999})*b')",
  "self.v.matches(self.v + string(i))",
  "self.s.contains('b')",
  "self.s.contains(self.v)",
  "self.s.startsWith('a')",
  "self.s.startsWith(self.t)",
  "self.s.endsWith('b')",
  "self.s == self.t",
  "self.s == 'aaaaaaaaaaaaaaaa'",
  "self.s < self.t",
  "self.s < 'aaaaaaaaaaaaaaaa'",
  "self.s < 'aa'",
  "self.s + 'x' == 'y'",
  "self.s in [self.t, self.u]",
  "self.s in self.o",
  "bytes(self.s)",
  "string(bytes(self.s))",
  "bytes(self.s) == bytes(self.t)",
  "bool(self.s)",
  "int(self.s)",
  "uint(self.s)",
  "double(self.s)",
  "double('1' + self.s)",
  "duration(self.s)",
  "timestamp(self.s)",
  "timestamp('2020-01-01T00:00:00Z').getHours(self.s)",
  "'%s'.format([self.s])",
  "'%x'.format([self.s])",
  "'%s'.format([[self.s]])",
  "self.s.format([])",
  "isURL('http://x/' + self.s)",
  "isURL(self.s)",
  "url('http://x/' + self.s)",
  "url('http://x/?' + self.s).getQuery()",
  "isIP(self.s)",
  "ip(self.s)",
  "isCIDR(self.s)",
  "cidr('10.0.0.0/8').containsIP(self.s)",
  "isQuantity(self.s)",
  "quantity(self.s)",
  "isSemver(self.s)",
  "isSemver(self.s, true)",
  "dyn(self.s) == dyn(self.t)",
  "optional.of(self.s) == optional.of(self.t)",
  "{self.s: 1} == {self.t: 1}",
  "type(self.s)",
  ...[
    "dns1123Label",
    "dns1123Subdomain",
    "dns1035Label",
    "qualifiedName",
    "labelValue",
    "uri",
    "uuid",
    "byte",
    "date",
    "datetime",
    "dns1123SubdomainPrefix",
  ].map((name) => `format.${name}().validate(self.s)`),
];

/** Calls whose price is that of a short text, but whose parser may take long for a long one. */
const digits = ["9", "1.", "::", "%25", "1_", "&a"];
const ofDigits = (call: string): readonly string[] =>
  digits.map((part) => call.replaceAll("#", `self.s.replace('a', '${part}')`));
const parsed = [
  "int(#)",
  "double(#)",
  "uint(#)",
  "duration(# + 's')",
  "timestamp(#)",
  "timestamp('2020-01-01T00:00:00.' + # + 'Z')",
  "isURL('http://' + #)",
  "url('http://h/?' + #).getQuery()",
  "isIP(#)",
  "isCIDR(#)",
  "quantity(#)",
  "quantity(#).add(quantity(#))",
  "isQuantity('1e' + #)",
  "isSemver(#)",
  "isSemver(#, true)",
  "format.qualifiedName().validate(#)",
  "'x'.matches(#)",
  "#.format([])",
  "('%.' + # + 'f').format([1.5])",
  "double('0x' + # + 'p1')",
].flatMap(ofDigits);

/** Calls that fail on a short text, which is found at each of them anew. */
const failed = [
  "isURL(self.x)",
  "isURL('http://x:' + self.x)",
  "isURL(string(i))",
  "isIP(self.x)",
  "isIP(string(i))",
  "isCIDR(self.x)",
  "isQuantity(self.x)",
  "isSemver(self.x)",
  "isSemver(self.x, true)",
  "cidr('10.0.0.0/8').containsIP(self.x) || true",
  "url(self.x) == url(self.x) || true",
  "int(self.x) == 1 || true",
  "uint(self.x) == 1u || true",
  "double(self.x) == 1.0 || true",
  "duration(self.x) == duration('1s') || true",
  "timestamp(self.x) == timestamp('2020-01-01T00:00:00Z') || true",
  "'%d'.format([self.x]) == self.x || true",
  "self.x.charAt(9) == self.x || true",
  "self.x.matches(string(i) + '(') || true",
  "self.nothing == 1 || true",
  "self.l[-1 * i] == 1 || true",
  "self.x + 1 == 1 || true",
  "timestamp('2020-01-01T00:00:00Z').getHours(self.x) == 1 || true",
  "format.dns1123Label().validate(self.x).hasValue()",
  "format.named(string(i)).hasValue()",
  "optional.ofNonZeroValue(i - i).value() == 1 || true",
];

const single = [
  "self.s.contains(self.u)",
  "self.s.indexOf(self.u)",
  "self.s.lastIndexOf(self.u)",
  "self.s.split(self.u)",
  "self.s.replace(self.u, 'x')",
  "self.s.lastIndexOf(self.u + 'a')",
  "self.s.replace('a', self.s).size()",
  "self.s.replace('', self.s).size()",
  "self.s.matches(self.s)",
  "self.s.matches(self.u)",
  "self.s.findAll('a*b|a')",
  "self.l.map(i, self.s).join('').size()",
  "self.l.map(i, self.s).join(self.s).size()",
  "self.l.map(i, self.l).flatten().size()",
  "self.l.map(i, self.s) == self.l.map(i, self.t)",
  "self.l.map(i, self.l) == self.l.map(i, self.m)",
  "self.l.map(i, self.t).indexOf(self.s)",
  "self.l.map(i, self.t).lastIndexOf(self.s)",
  "self.l.map(i, self.t).isSorted()",
  "self.l.map(i, self.t).max()",
  "self.l.map(i, self.t).sort()",
  "self.l.distinct()",
  "self.l.map(i, i % 2 == 0 ? self.s : self.t).distinct()",
  "sets.contains(self.l, self.m)",
  "sets.equivalent(self.l, self.l)",
  "sets.intersects(self.l, self.words)",
  "self.l.sortBy(i, -i)",
  "self.words.sort()",
  "lists.range(10000000).sum()",
  "lists.range(10000000).size()",
  "self.l.sum()",
  "self.l.map(i, 9007199254740993).sum()",
  "self.l.map(i, duration('1s')).sum()",
  "self.l.transformMap(i, v, self.words[i])",
  "self.l.transformMapEntry(i, v, {self.words[i]: v})",
  "self.l.transformList(i, v, v)",
  "self.o.transformMap(k, v, v)",
  "self.o.map(k, self.o[k]).sum()",
  "self.o == self.o",
  "'%s'.format([self.l.map(i, self.s)])",
  "'%s'.format([self.l.map(i, self.l)])",
  "'%s'.format([self.o])",
  "self.l.map(i, '%.9999f'.format([1e300])).size()",
  "self.l.map(i, self.s + string(i)).size()",
  "self.l.map(i, string(i) + self.s).map(s, s.size()).sum()",
  "[1].map(i, self.l.map(j, self.l))[0].flatten().flatten()",
  "self.s.split('').map(c, c).join('')",
  "self.l.reverse().slice(0, 10)",
].map((expression) => load(expression));

const listCalls = [
  "self.nested[0] == self.nested[1]",
  "[self.l] == [self.m]",
  "[[self.l]] in [[[self.m]]]",
  "[self.s] == [self.t]",
  "[self.s] in [[self.t], [self.t]]",
  "-1 in self.l",
  "-1 in self.m",
  "self.l == self.m",
  "self.l + self.m",
  "self.l.indexOf(-1)",
  "self.l.isSorted()",
  "self.l.max()",
  "self.l.size()",
  "self.o.size()",
  "self.l.exists(x, x == -1)",
  "self.l.reverse()",
  "self.l.slice(i, i + 1)",
  "self.words.join()",
  "'%s'.format([self.l])",
  "'%d'.format([self.o])",
  "self.o == self.o",
  "{'a': self.l} == {'a': self.m}",
  "optional.of(self.l) == optional.of(self.m)",
  "[self.l, self.m].distinct()",
  "[[self.l], [self.m]].indexOf([self.m])",
  "sets.contains([self.l], [self.m])",
  "sets.contains([self.s], [self.t])",
  "[self.l, self.m].flatten()",
  "self.o.all(k, true)",
  "'x' in self.o",
  "int('x' + string(self.o))",
  "dyn(self.o) + 1",
  "self.l[self.s]",
  "self.o[self.s]",
  "{self.s: 1}[self.t]",
].map((call) => repeated(call));

/** All expressions. */
export const celLoads: readonly CelLoad[] = [
  ...textCalls.map((call) => repeated(call)),
  ...parsed.map((call) => load(times(call, 1000), call)),
  ...failed.map((call) => repeated(call)),
  ...single,
  ...listCalls,
];

/** Returns a function that evaluates an expression over `self` at the cost limit of one evaluation. */
export function createLoadRunner(): (expression: string, self: Value) => EvalResult {
  installRegexEngine(re2Engine);
  const env = createEnvSet().storedExpressions.extend({ variables: [["self", dynType]] });
  return (expression, self) =>
    new Program(env.compile(expression), env, { costLimit: perCallLimit }).evaluate(new Map([["self", self]]));
}
