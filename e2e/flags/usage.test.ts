import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flagTable, type FlagRow } from "../../src/node/flags/flag-table.ts";
import { flagsOfUsage } from "./usage.ts";

// The flags of kube-apiserver 1.34.1, as its usage tells them, are recorded as command-lines.test.ts says.

const { KUBE_APISERVER: program } = process.env;

/** Types that are read as others are, by the names that pflag has for them. */
const typesOf: Partial<Record<FlagRow["type"], readonly string[]>> = {
  bool: [""],
  int64: ["int", "int64"],
  float: ["float", "float32"],
  level: ["Level"],
  namedCertKeys: ["namedCertKey"],
  configurationMap: ["mapStringString"],
  multimap: ["colonSeparatedMultimapStringString"],
  moduleSpec: ["pattern=N,..."],
};

/** Defaults that usage does not tell. */
const untold = new Set(["0", "0s", "false"]);

const tableSays = ({ section, name, type, default: value, deprecated = "" }: FlagRow) => ({
  section: section.toLowerCase(),
  name,
  types: name === "version" ? ["version[=true]"] : (typesOf[type] ?? [type]),
  default: untold.has(value) ? "" : value,
  deprecated,
});

test("the table has kube-apiserver's flags, with their types, defaults and deprecations", async () => {
  const usage = program === undefined ? undefined : execFileSync(program, ["--help"], { encoding: "utf8" });
  const known = flagTable.filter(({ section, hidden }) => section !== "kubepad" && hidden !== true).map(tableSays);
  const told =
    usage === undefined
      ? known.map(({ types, ...flag }) => ({ ...flag, type: types[0] ?? "" }))
      : flagsOfUsage(usage).map((flag) => {
          const { types = [] } = known.find(({ name }) => name === flag.name) ?? {};
          return {
            ...flag,
            type: types.includes(flag.type) ? types[0] : flag.type,
            default: untold.has(flag.default) ? "" : flag.default,
          };
        });
  const lines = told.map(
    ({ section, name, type, default: value, deprecated }) =>
      `${section}: --${name} ${type}; default ${JSON.stringify(value)}${deprecated === "" ? "" : `; deprecated: ${deprecated}`}\n`,
  );
  await expect(lines.sort().join("")).toMatchFileSnapshot(join(import.meta.dirname, "answers/flags.txt"));
});
