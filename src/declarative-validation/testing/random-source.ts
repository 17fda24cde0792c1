import type { Random } from "../../apimachinery/random.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";

const scalars = ["string", "int32", "int64", "uint8", "bool", "float64", "Name", "Level", "string"];
const types = ["*Part", "[]Part", "[]string", "[]int32", "[]Name", "map[string]string", "map[string]int32"];
const rare = [
  "Part",
  "map[Name]Part",
  "Names",
  "Parts",
  "*string",
  "*int32",
  "*Name",
  "[]byte",
  "[][]byte",
  "metav1.Time",
];
const odd = [
  "any",
  "int8",
  "**string",
  "*[]string",
  "[3]string",
  "chan string",
  "func()",
  "map[int]string",
  "rune",
  "Missing",
];
const words = ["required", "optional", "forbidden", "immutable", "enum", "opaqueType", "unionDiscriminator"];
const members = ["unionMember", "zeroOrOneOfMember", "validateTrue", "validateFalse", "validateError", "nosuch"];
const payloads = ["listType", "listMapKey", "minimum", "neq", "maxLength", "maxItems", "format", "supportsSubresource"];
const values = [
  "1",
  "-1",
  "010",
  "0x10",
  "true",
  '"a"',
  "a",
  "set",
  "map",
  "atomic",
  "name",
  "b",
  "`x`",
  "k8s-uuid",
  "",
];
const args = [
  '(union: "u")',
  '(memberName: "m")',
  '(name: "a")',
  '("b")',
  "(name: 1, b: true)",
  "()",
  "(a",
  '("a", "b")',
];
const wrappers = ["eachVal", "eachKey", 'subfield("name")', 'subfield("items")', 'item(name: "a")', 'ifEnabled("X")'];
const noise = [
  " ",
  "=",
  "+",
  "(",
  ")",
  '"',
  "`",
  "\\",
  "#",
  "//",
  ":",
  ",",
  "é",
  "\u0000",
  "💥",
  "k8s:",
  "9".repeat(25),
];

const ofStruct = ["k8s:immutable", 'k8s:subfield("name")=+k8s:neq="bad"', "k8s:supportsSubresource=/a"];
const ofList = ["k8s:eachVal=+k8s:immutable", "k8s:listType=set", "k8s:immutable", "k8s:eachVal=+k8s:validateFalse"];
const ofMap = ['k8s:eachKey=+k8s:neq="a"', "k8s:eachVal=+k8s:immutable", "k8s:immutable", "k8s:zeroOrOneOfMember"];
const ofAny = ["k8s:optional", "k8s:required", "k8s:forbidden", "k8s:immutable", "k8s:unionMember"];

/** Returns tags that a field of the type may have. */
function suitedTo(type: string): readonly string[] {
  if (type.includes("Time")) return ["k8s:opaqueType", "k8s:optional", "k8s:immutable"];
  if (type === "Part") return ofStruct;
  if (type.startsWith("[]") || type === "Names" || type === "Parts") return [...ofList, "k8s:optional"];
  if (type.startsWith("map")) return [...ofMap, "k8s:optional"];
  if (/int|Level/.test(type)) return [...ofAny, "k8s:minimum=0", "k8s:neq=1"];
  return /string|Name/.test(type) ? [...ofAny, 'k8s:neq="a"', "k8s:zeroOrOneOfMember"] : ofAny;
}

/** Draws Go files whose types and tags are right, nearly right, or nonsense, and objects for them. */
export class RandomSource {
  readonly #random: Random;
  constructor(random: Random) {
    this.#random = random;
  }

  #of<T>(list: readonly T[], fallback: T): T {
    return list[this.#random.int(list.length)] ?? fallback;
  }

  #oneIn(chances: number): boolean {
    return this.#random.int(chances) === 0;
  }

  /** Returns the text of a tag, without `+`. */
  tag(depth = 0): string {
    const text = this.#wellFormed(depth);
    if (!this.#oneIn(8)) return text;
    const at = this.#random.int(text.length + 1);
    return text.slice(0, at) + this.#of(noise, " ") + text.slice(at + this.#random.int(3));
  }

  #wellFormed(depth: number): string {
    const draw = this.#random.int(10);
    if (draw < 3) return `k8s:${this.#of(words, "required")}`;
    if (draw < 5) return `k8s:${this.#of(members, "unionMember")}${this.#oneIn(2) ? this.#of(args, "") : ""}`;
    if (draw < 8 || depth > 4) return `k8s:${this.#of(payloads, "neq")}=${this.#of(values, "1")}`;
    return `k8s:${this.#of(wrappers, "eachVal")}=+${this.tag(depth + 1)}`;
  }

  /** Most types have no tags, or such that suit them: else hardly a file would be accepted. */
  #tags(suited: readonly string[]): string {
    let text = "";
    while (this.#oneIn(2) && text.length < 400)
      text += `\t// +${this.#oneIn(25) ? this.tag() : this.#of(suited, "k8s:validateFalse")}\n`;
    return this.#oneIn(80) ? `${text}\t// +default=${this.#of(values, "1")}\n` : text;
  }

  #type(): string {
    const draw = this.#random.int(40);
    if (draw === 0 && this.#oneIn(4)) return this.#of(odd, "rune");
    return draw < 22 ? this.#of(scalars, "string") : this.#of(draw < 37 ? types : rare, "Part");
  }

  #struct(name: string): string {
    const fields = ["name", "b", "items", "d"].slice(0, 1 + this.#random.int(4));
    const lines = fields.map((field) => {
      const type = field === "name" && !this.#oneIn(4) ? "string" : this.#type();
      const tag = this.#oneIn(20) ? "" : ` \`json:"${field}"\``;
      return `${this.#tags(suitedTo(type))}\t${field.toUpperCase()} ${type}${tag}\n`;
    });
    return `type ${name} struct {\n${lines.join("")}}\n`;
  }

  /** Returns a Go file with the root type `T`. */
  file(): string {
    const source = [
      "package sample\n",
      'import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n',
      `${this.#tags(ofStruct)}${this.#struct("T")}`,
      `${this.#tags(ofStruct)}${this.#struct("Part")}`,
      `${this.#tags(["k8s:enum", 'k8s:neq="bad"', "k8s:immutable"])}type Name string\nconst NameA Name = "a"\n`,
      `${this.#tags(["k8s:minimum=1", "k8s:neq=2"])}type Level int32\n`,
      `${this.#tags(ofList)}type Names []Name\n`,
      `${this.#tags(ofList)}type Parts []Part\n`,
    ].join("\n");
    if (!this.#oneIn(20)) return source;
    const at = this.#random.int(source.length);
    return source.slice(0, at) + this.#of(noise, " ") + source.slice(at + this.#random.int(10));
  }

  /** Returns JSON that may fit the types. */
  value(depth = 0): JsonValue {
    const draw = this.#random.int(depth > 3 ? 6 : 9);
    if (draw === 0) return null;
    if (draw < 3) return this.#of(["", "a", "b", "bad", "x"], "a");
    if (draw < 5) return this.#random.int(4) - 1;
    if (draw === 5) return this.#oneIn(2);
    if (draw === 6) return Array.from({ length: this.#random.int(3) }, () => this.value(depth + 1));
    return Object.fromEntries(
      ["name", "b", "items", "d"].filter(() => this.#oneIn(2)).map((name) => [name, this.value(depth + 1)]),
    );
  }
}
