import { describe, expect, it } from "vitest";
import { goTokens } from "../../code/go-tokens.ts";
import { goAssist } from "./go-assist.ts";
import { defaultType, fixtureResults, generated } from "./lab-model.ts";

const source = (tag: string): string =>
  `package v1\n\ntype Lamp struct {\n\t// ${tag}\n\tWatts int32 \`json:"watts"\`\n}\n`;

describe("the lab", () => {
  it("puts a fault of the generator at the line of its tag", () => {
    const { validators, problems } = generated(source("+k8s:minimum=low"), "1.34");
    expect(validators).toBeUndefined();
    expect(problems).toEqual([
      expect.objectContaining({
        tone: "error",
        line: 3,
        message: expect.stringContaining("validation-gen refuses this: failed to generate validations: field v1.Lamp"),
      }),
    ]);
  });

  it("warns of tags that contradict each other", () => {
    const { problems } = generated(source("+k8s:required\n\t// +k8s:optional"), "1.34");
    expect(problems).toEqual([expect.objectContaining({ tone: "warning", line: 5 })]);
  });

  it("reports each fixture's errors with their tags, and why one is not validated", () => {
    const { validators } = generated(source("+k8s:minimum=5"), "1.34");
    if (validators === undefined) throw new Error("the types are refused");
    const type = defaultType(validators, undefined);
    const results = fixtureResults(
      validators,
      [
        { name: "dim", object: { watts: 3 } },
        { name: "dim before", operation: "update", oldObject: { watts: 3 }, object: { watts: 3 } },
        { name: "a text", object: { watts: "3" } },
        { name: "deleted", operation: "delete" },
        { name: "of no type", type: "Sun", object: {} },
        "nothing",
      ],
      type,
    );
    expect(
      results.map(({ errors, problem }) => problem ?? errors.map(({ field, sources }) => [field, sources])),
    ).toEqual([
      [["watts", [{ tag: "+k8s:minimum=5", line: 4 }]]],
      [],
      "json: cannot unmarshal string into Go struct field watts of type int32",
      "operation is create or update",
      "there is no exported type Sun",
      "a fixture is a mapping with name, operation and object",
    ]);
  });
});

describe("tags in Go source", () => {
  const labelsAt = async (text: string, release: "1.34" | "1.35" = "1.34") => {
    const found = await goAssist(release).complete(text, "yaml", text.length);
    return found?.items.map(({ label }) => label) ?? [];
  };

  it("are completed in comments, as the release knows them", async () => {
    expect(await labelsAt("\t// +k8s:ma")).toContain("+k8s:minimum");
    expect(await labelsAt("\t// +k8s:ma")).not.toContain("+k8s:maxItems");
    expect(await labelsAt("\t// +k8s:ma", "1.35")).toContain("+k8s:maxItems");
    expect(await labelsAt("\t// +k8s:eachVal=+k8s:")).toContain("+k8s:neq");
    expect(await labelsAt("\tWatts int")).toEqual([]);
  });

  it("are completed behind the equals sign, too", async () => {
    expect(await labelsAt("// +k8s:listType=")).toEqual(["atomic", "map", "set"]);
  });

  it("are told about where the pointer rests", async () => {
    const text = "// +k8s:minimum=1";
    expect(await goAssist("1.34").hover(text, "yaml", 8)).toMatchObject({ start: 3, end: 15, title: "+k8s:minimum" });
  });

  it("stand out in a line", () => {
    expect(goTokens('\t// +k8s:neq="a"').filter(({ kind }) => kind !== "" && kind !== "quiet")).toEqual([
      { kind: "keyword", text: "+k8s:neq" },
      { kind: "string", text: '"a"' },
    ]);
    expect(goTokens("// a remark").map(({ kind }) => kind)).toEqual(["quiet"]);
  });
});
