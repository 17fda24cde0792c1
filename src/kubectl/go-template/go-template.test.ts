import { expect, test } from "vitest";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { GoTemplate } from "./go-template.ts";

const object: JsonObject = {
  kind: "Pod",
  metadata: { name: "web", labels: { a: "1", b: "2" }, gone: null },
  spec: { replicas: 3, share: 0.5, open: true, list: ["x", "y", "z"], items: [{ name: "one" }, { name: "two" }] },
};

function printed(template: string, allowsMissing = true): string {
  let text = "";
  new GoTemplate(template).execute(object, allowsMissing, (part) => (text += part));
  return text;
}

// oxfmt-ignore
test.each([
  ["{{.kind}} {{.metadata.name}}", "Pod web"],
  ["{{.nope}} {{.nope.deeper}} {{.metadata.gone}}", "<no value> <no value> <no value>"],
  ["{{range $k, $v := .metadata.labels}}{{$k}}={{$v}};{{end}}", "a=1;b=2;"],
  ["{{range .spec.list}}{{if eq . \"y\"}}{{continue}}{{end}}{{.}}{{end}}", "xz"],
  ["{{range $i, $e := .spec.list}}{{if gt $i 0}}{{break}}{{end}}{{$e}}{{end}}", "x"],
  ["{{range .nothing}}x{{else}}none{{end}}", "none"],
  ["{{with .spec}}{{.replicas}}{{end}}{{with .nope}}x{{else with .kind}}{{.}}{{end}}", "3Pod"],
  ["{{define \"row\"}}[{{.name}}]{{end}}{{range .spec.items}}{{template \"row\" .}}{{end}}", "[one][two]"],
  ["{{block \"b\" .metadata}}{{.name}}{{end}}", "web"],
  ["{{$n := 1}}{{range .spec.list}}{{$n = len .}}{{end}}{{$n}}", "1"],
  ["{{- /* note */ -}}  a  {{- \" b \" -}}  c", "a b c"],
  ["{{printf \"%-5s|%5d|%05d|%q|%v|%t|%.2f\" .kind .spec.replicas 7 \"a\" .metadata.labels true .spec.share}}", "Pod  |    3|00007|\"a\"|map[a:1 b:2]|true|0.50"],
  ["{{printf \"%s %d %z\" 1 \"a\" 2}} {{printf \"%s\"}} {{printf \"a\" 1}}", "%!s(int=1) %!d(string=a) %!z(int=2) %!s(MISSING) a%!(EXTRA int=1)"],
  ["{{print 1 2 \"a\" \"b\" 3 4}} {{println .kind 1}}", "1 2ab3 4 Pod 1\n"],
  ["{{and .kind .nope}} {{or .nope .kind}} {{not .nope}} {{and true (or false 0)}}", "<no value> Pod true 0"],
  ["{{eq .kind \"a\" \"Pod\"}} {{ne .spec.replicas 3}} {{lt 1 2}} {{ge .spec.replicas 3}}", "true false true true"],
  ["{{index .spec.list 1}} {{index .metadata.labels \"a\"}} {{slice .kind 1 3}} {{len .spec.items}}", "y 1 od 2"],
  ["{{.spec.list | len | printf \"%03d\"}} {{\"YQ==\" | base64decode}} {{exists .metadata \"labels\" \"c\"}}", "003 a false"],
  ["{{html \"<a&b>\"}} {{js \"it's\"}} {{urlquery \"a b&c\"}}", "&lt;a&amp;b&gt; it\\'s a+b%26c"],
  ["{{1.0}} {{0x10}} {{'a'}} {{`raw`}} {{1e3}}", "1 16 97 raw 1000"],
  ["{{(index .spec.items 0).name}}", "one"],
])("%s prints %s", (template, text) => {
  expect(printed(template)).toBe(text);
});

// oxfmt-ignore
test.each([
  ["{{.items", "unclosed action"],
  ["{{foo}}", "function \"foo\" not defined"],
  ["{{end}}", "unexpected {{end}}"],
  ["{{if .kind}}", "unexpected EOF"],
  ["{{}}", "missing value for command"],
  ["{{range}}{{end}}", "missing value for range"],
  ["{{$x}}", "undefined variable \"$x\""],
  ["{{\"a}}", "unterminated quoted string"],
  ["{{break}}", "{{break}} outside {{range}}"],
  ["{{.a@b}}", "bad character U+0040 '@'"],
  ["{{.kind | 3}}", "non executable command in pipeline stage 2"],
  ["{{(.kind}}", "unclosed left paren"],
  ["{{if .kind}}{{else}}{{else}}{{end}}", "expected end; found {{else}}"],
  ["{{template}}", "unexpected \"}}\" in template clause"],
  ["{{.kind = 1}}", "unexpected \"=\" in operand"],
])("%s is refused: %s", (template, problem) => {
  expect(() => new GoTemplate(template)).toThrow(new Error(`template: output:1: ${problem}`));
});

// oxfmt-ignore
test.each([
  ["{{.kind.foo}}", "1:7: executing \"output\" at <.kind.foo>: can't evaluate field foo in type interface {}"],
  ["a\n{{range .kind}}{{end}}", "2:8: executing \"output\" at <.kind>: range can't iterate over Pod"],
  ["{{index .spec.list 9}}", "1:2: executing \"output\" at <index .spec.list 9>: error calling index: index out of range: 9"],
  ["{{len .spec.replicas}}", "1:2: executing \"output\" at <len .spec.replicas>: error calling len: len of type int64"],
  ["{{eq .spec.replicas \"3\"}}", "1:2: executing \"output\" at <eq .spec.replicas \"3\">: error calling eq: incompatible types for comparison"],
  ["{{template \"x\"}}", "1:11: executing \"output\" at <{{template \"x\"}}>: template \"x\" not defined"],
  ["{{not}}", "1:2: executing \"output\" at <not>: wrong number of args for not: want 1 got 0"],
  ["{{.metadata.gone.x}}", "1:11: executing \"output\" at <.metadata.gone.x>: nil pointer evaluating interface {}.x"],
])("%s fails: %s", (template, problem) => {
  expect(() => printed(template)).toThrow(new Error(`template: output:${problem}`));
});

test("a key that is missing is an error where that is asked for", () => {
  expect(() => printed("{{.nope}}", false)).toThrow('at <.nope>: map has no entry for key "nope"');
});

test("what stands before a failure is printed", () => {
  let text = "";
  const run = (): void => new GoTemplate("a{{.kind.x}}b").execute(object, true, (part) => (text += part));
  expect(run).toThrow("can't evaluate field x");
  expect(text).toBe("a");
});
