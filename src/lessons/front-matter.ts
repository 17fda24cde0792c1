import { isRecord } from "../apimachinery/is-record.ts";
import { addonNames, addonObjects, isAddonName } from "../client/addons.ts";
import { Fields } from "./fields.ts";
import type { FrontMatter, LessonServer, LessonView, LessonWebhook } from "./lesson.ts";
import { readPrograms } from "./programs.ts";
import { noSite, type SiteSettings } from "./site-settings.ts";
import type { SourceFile } from "./source-lines.ts";
import { noAnswer } from "./webhooks.ts";

const opening = /^---[ \t]*\r?\n/;
const closing = /^---[ \t]*$/m;

const noServer: LessonServer = {
  release: "",
  featureGates: {},
  runtimeConfig: "",
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
  controllers: true,
  addons: [],
  speed: 1,
  webhooks: {},
  conversions: {},
  extensions: {},
  auditPolicy: undefined,
  tokens: "",
};

/** The server of a page: what a cluster does that its readers have, in less time than theirs. */
const serverOfPages: LessonServer = { ...noServer, controllers: ["*"], speed: 20 };

const node = (name: string) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels: { "simulation.kubepad.dev/node": "true", "kubernetes.io/hostname": name } },
});

/** The objects that a page finds where nothing else is said: nodes on which pods run, and storage that they claim. */
const objectsOfPages = [
  node("node-1"),
  node("node-2"),
  {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name: "standard", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
    provisioner: "kubepad.dev/simulated",
  },
];

/** The members of lessons; others are of other programs. */
const ofLessons = ["section", "level", "minutes", "view"];
const known = new Set([...ofLessons, "title", "server", "seed", "files", "programs", "page", "course"]);

/** The text of a file's front matter, from its first character to after its last; undefined if it has none. */
export function frontMatterText({ text }: SourceFile): { readonly text: string; readonly length: number } | undefined {
  const begin = opening.exec(text)?.[0].length ?? 0;
  const end = begin === 0 ? -1 : (closing.exec(text.slice(begin))?.index ?? -1);
  if (end < 0) return undefined;
  const closed = begin + end + (text.slice(begin + end).split("\n")[0]?.length ?? 0) + 1;
  return { text: text.slice(begin, begin + end), length: closed };
}

/**
 * Whether a file is a lesson or a page, by its front matter and what runs in it. A lesson has a title, and a block in
 * the words of lessons; `page: true`, and command lines alone beside members of other programs or in a site, make a
 * page.
 */
export function kindOfFile(file: SourceFile, verbs: ReadonlySet<string>, isOfSite: boolean): "lesson" | "page" {
  const found = frontMatterText(file);
  if (found === undefined) return "page";
  const fields = new Fields(file, found.text, 1);
  const { names } = fields;
  const isForeign = names.some((name) => !known.has(name));
  if (fields.flag("page", false)) return "page";
  if (fields.value("title") === undefined) {
    if (!isForeign && names.some((name) => ofLessons.includes(name)))
      throw file.error(1, "the front matter has no title");
    return "page";
  }
  const words = [...verbs].filter((verb) => verb !== "commands");
  return words.length > 0 || (verbs.size > 0 && !isForeign && !isOfSite) ? "lesson" : "page";
}

/**
 * Reads the front matter of a file, with what its site says of all pages. Members that a lesson does not have belong to
 * other programs and are left alone, except under `server`. Throws a LessonError at the line of a member that has
 * another type.
 */
export function readFrontMatter(file: SourceFile, kind: "lesson" | "page", site: SiteSettings = noSite): FrontMatter {
  const { text = "" } = frontMatterText(file) ?? {};
  const fields = new Fields(file, text, 1);
  const isPage = kind === "page";
  const title = isPage ? String(fields.value("title") ?? "") : fields.text("title");
  if (title === "" && !isPage) throw file.error(1, "the front matter has no title");
  // members of a page that have the names of a lesson's may be those of a generator
  const own = isPage ? new Fields(file, "") : fields;
  const level = own.text("level");
  if (level !== "" && level !== "beginner" && level !== "intermediate" && level !== "advanced")
    throw fields.error(["level"], "is beginner, intermediate or advanced");
  const seed = fields.objects("seed");
  const server = readServer(fields, site.server ?? (isPage ? serverOfPages : noServer));
  const before = [...(isPage ? (site.seed ?? objectsOfPages) : []), ...server.addons.flatMap(addonObjects)];
  return {
    title,
    section: own.text("section"),
    level,
    minutes: own.number("minutes"),
    course: own.flag("course", false),
    view: readView(own),
    server,
    seed: [...before, ...seed],
    files: { ...site.files, ...fields.map("files") },
    programs: [...readPrograms(fields), ...site.programs],
    lines: before.length === 0 ? fields.lines : shifted(fields.lines, before.length),
  };
}

/** The lines of members, where a number of objects come before those of the seed. */
const shifted = (lines: ReadonlyMap<string, number>, before: number): ReadonlyMap<string, number> =>
  new Map(
    [...lines].map(([name, line]) => [name.replace(/^seed\.(\d+)$/, (_all, i) => `seed.${Number(i) + before}`), line]),
  );

/** Reads `kubepad.yaml`: what a site says of all its pages. Throws a LessonError at a member that it does not have. */
export function readSite(file: SourceFile): SiteSettings {
  const fields = new Fields(file, file.text);
  const members = ["files", "programs", "server", "seed"];
  for (const name of fields.names)
    if (!members.includes(name)) throw fields.error([name], `is not known; there are ${members.join(", ")}`);
  return {
    files: fields.map("files"),
    programs: readPrograms(fields),
    server: fields.value("server") === undefined ? undefined : readServer(fields, serverOfPages),
    seed: fields.value("seed") === undefined ? undefined : fields.objects("seed"),
  };
}

// oxfmt-ignore
const views = ["log", "ownership", "watch", "cel", "definition", "policy", "terminal", "world"] as const satisfies readonly LessonView[];

function readView(fields: Fields): FrontMatter["view"] {
  const view = fields.text("view");
  const known = views.find((one) => one === view);
  if (view !== "" && known === undefined) throw fields.error(["view"], `is not known; there are ${views.join(", ")}`);
  return known ?? "";
}

function readServer(fields: Fields, without: LessonServer): LessonServer {
  const value = fields.value("server");
  if (value === undefined) return without;
  if (!isRecord(value)) throw fields.error(["server"], "is a map");
  for (const name of Object.keys(value))
    if (!Object.hasOwn(noServer, name))
      throw fields.error(["server", name], `is not known; there are ${Object.keys(noServer).join(", ")}`);
  const inside = fields.within("server", value);
  return {
    release: inside.text("release"),
    featureGates: inside.switches("featureGates"),
    runtimeConfig: inside.text("runtimeConfig"),
    enableAdmissionPlugins: inside.texts("enableAdmissionPlugins"),
    disableAdmissionPlugins: inside.texts("disableAdmissionPlugins"),
    controllers: readControllers(inside, without),
    addons: inside.value("addons") === undefined ? without.addons : readAddons(inside),
    speed: inside.value("speed") === undefined ? without.speed : readSpeed(inside),
    webhooks: readWebhooks(inside),
    conversions: readConversions(inside),
    extensions: readExtensions(inside),
    auditPolicy: readAuditPolicy(inside),
    tokens: inside.text("tokens"),
  };
}

function readControllers(fields: Fields, without: LessonServer): LessonServer["controllers"] {
  const value = fields.value("controllers");
  if (value === undefined) return without.controllers;
  return Array.isArray(value) ? fields.texts("controllers") : fields.flag("controllers", true);
}

function readAddons(fields: Fields): LessonServer["addons"] {
  return fields.texts("addons").map((name) => {
    if (!isAddonName(name)) throw fields.error(["addons"], `is a list of addons; there are ${addonNames.join(", ")}`);
    return name;
  });
}

function readSpeed(fields: Fields): number {
  const speed = fields.number("speed");
  if (speed < 1 || speed > fastest) throw fields.error(["speed"], `is a number from 1 to ${fastest}`);
  return speed;
}

const fastest = 1000;

function readWebhooks(fields: Fields): Readonly<Record<string, LessonWebhook>> {
  const value = fields.value("webhooks") ?? {};
  if (!isRecord(value)) throw fields.error(["webhooks"], "is a map");
  const parts = Object.keys(noAnswer).join(", ");
  const entries = Object.entries(value).map(([name, webhook]) => {
    if (!isRecord(webhook)) throw fields.error(["webhooks", name], `is a map with ${parts}`);
    for (const [part, expression] of Object.entries(webhook)) {
      const path = ["webhooks", name, part];
      if (!Object.hasOwn(noAnswer, part)) throw fields.error(path, `is not known; there are ${parts}`);
      if (typeof expression !== "string") throw fields.error(path, "is an expression in CEL: put it into quotes");
    }
    return [name, { ...noAnswer, ...webhook }] as const;
  });
  return Object.fromEntries(entries);
}

function readConversions(fields: Fields): Readonly<Record<string, string>> {
  const value = fields.value("conversions") ?? {};
  if (!isRecord(value)) throw fields.error(["conversions"], "is a map");
  const entries = Object.entries(value).map(([name, expression]) => {
    if (typeof expression !== "string" || expression === "")
      throw fields.error(["conversions", name], "is an expression in CEL: put it into quotes");
    return [name, expression] as const;
  });
  return Object.fromEntries(entries);
}

/** The most servers besides that of a lesson. */
const mostExtensions = 3;

function readExtensions(fields: Fields): LessonServer["extensions"] {
  const value = fields.value("extensions") ?? {};
  if (!isRecord(value)) throw fields.error(["extensions"], "is a map");
  const names = Object.keys(value);
  if (names.length > mostExtensions) throw fields.error(["extensions"], `has more than ${mostExtensions} servers`);
  const inside = fields.within("extensions", value);
  const entries = names.map((name) => {
    if (!/^v[a-z\d]+\..+\../.test(name)) throw inside.error([name], "is no VERSION.GROUP, the name of an APIService");
    return [name, inside.objects(name)] as const;
  });
  return Object.fromEntries(entries);
}

function readAuditPolicy(fields: Fields): LessonServer["auditPolicy"] {
  const value = fields.value("auditPolicy");
  if (value !== undefined && !isRecord(value)) throw fields.error(["auditPolicy"], "is a map, which has rules");
  return value;
}
