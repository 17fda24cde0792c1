// What the oldest browsers of browser-targets.mjs do not all have, and what the build does where it is missing.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readBuilds } from "./recorded-builds.mjs";
import { root } from "./root.mjs";

const never = undefined;

/**
 * Newer features by what a script says, with the first versions of Chromium, Firefox and Safari that have them ("-" for
 * none). `without` tells what the build does without one that it uses; a feature that has none must not be used.
 *
 * Members of common names (those of iterators, sets and arrays) and flags of regular expressions cannot be found by
 * name: the type checker keeps them out of the sources, with ES2023 as its library and target.
 */
// oxfmt-ignore
export const scriptFeatures = [
  { says: /storage\.estimate\b/, since: "61, 57, 17", without: "The server's view says that the browser does not report a limit." },
  { says: /storage\.persist\b/, since: "55, 57, 15.2; not in WebKitGTK", without: "The browser decides how long it keeps the database." },
  { says: /\.requestIdleCallback\b|\brequestIdleCallback\(/, since: "47, 55, -", without: "Code that is loaded ahead is loaded 50 ms later." },
  { says: /indexedDB\.databases\b/, since: "71, 126, 14", without: "The database of the settings is opened, and created if need be." },
  { says: /navigator\.connection\b/, since: "61, -, -", without: "Nobody is taken to save data: code is loaded ahead." },
  { says: /navigator\.locks\b/, since: "69, 96, 15.4; secure contexts", without: "Objects live in the tab's memory, and the page says why." },
  { says: /\bnew ClipboardItem\b/, since: "66, 127, 13.1; secure contexts", without: "Texts are copied by writeText; where that fails too, the page says that copying was not allowed." },
  { says: /crypto\.randomUUID\b/, since: "92, 95, 15.4; secure contexts", without: "The worker makes UUIDs of getRandomValues." },
  { says: /checkVisibility\b/, since: "105, 106, 17.4", without: "Base UI and cmdk look at the computed style." },
  { says: /Uint8Array\.fromHex\b|\.toHex\(\)/, since: "140, 133, 18.2", without: "noble converts digit by digit." },
  { says: /\bstartViewTransition\b/, since: "111, 144, 18", without: "React has it for components that the page does not use." },
  { says: /\btrustedTypes\b/, since: "83, 148, 26", without: "Monaco goes on without a policy." },
  { says: /caretPositionFromPoint\b|caretRangeFromPoint\b/, since: "each in other versions", without: "Monaco uses the one that there is." },
  { says: /new EditContext\b|\.EditContext\b/, since: "121, -, -", without: "Monaco takes input from its text area." },
  { says: /Intl\.Segmenter\b/, since: "87, 125, 14.1", without: "Monaco breaks words by its list of separators." },
  { says: /Symbol\.dispose\b/, since: "134, 141, -", without: "Monaco's maps have a member named `undefined`, which nobody calls." },
  { says: /\bAbortSignal\.any\b/, since: "116, 124, 17.4", without: never },
  { says: /\bPromise\.(withResolvers|try)\b/, since: "128, 134, 18.2", without: never },
  { says: /\b(Object|Map)\.groupBy\b/, since: "117, 119, 17.4", without: never },
  { says: /\bArray\.fromAsync\b/, since: "121, 115, 16.4", without: never },
  { says: /\bURL\.(canParse|parse)\b/, since: "120, 115, 17", without: never },
  { says: /\bUint8Array\.fromBase64\b|\.toBase64\(|\.setFromBase64\(/, since: "140, 133, 18.2", without: never },
  { says: /\bSymbol\.asyncDispose\b/, since: "134, 141, -", without: never },
  { says: /\bscheduler\.(yield|postTask)\b/, since: "129, 142, -", without: never },
  { says: /\bnew URLPattern\b/, since: "95, 142, 26", without: never },
  { says: /\.(showPopover|hidePopover|togglePopover)\b/, since: "114, 125, 17", without: never },
  { says: /\bshow(Open|Save)FilePicker\b|\bshowDirectoryPicker\b/, since: "86, -, -", without: never },
  { says: /\bnew SharedWorker\b/, since: "not in Chromium for Android", without: never },
  { says: /\bCSS\.highlights\b|\bnew Highlight\(/, since: "105, 140, 17.2", without: never },
  { says: /\.getComposedRanges\b|\.moveBefore\b|\.setHTMLUnsafe\b/, since: "newer than all", without: never },
  { says: /\bnew Float16Array\b|\bTemporal\.Now\b|\bIterator\.(from|concat)\b|\bMath\.sumPrecise\b/, since: "newer than all", without: never },
  { says: /\bAtomics\.waitAsync\b|\.transferToFixedLength\b/, since: "87, -, 16.4", without: never },
  { says: /\bIntl\.DurationFormat\b/, since: "129, 136, 16.4", without: never },
];

/** The same for style sheets. */
// oxfmt-ignore
export const styleFeatures = [
  { says: /text-wrap:/, since: "114, 121, 17.5", without: "Headings break where they are full." },
  { says: /content-visibility:/, since: "85, 125, 18", without: "A long transcript of the terminal takes longer to lay out." },
  { says: /scrollbar-(width|color):/, since: "121, 64, 18.2", without: "Scroll bars look as the system has them." },
  { says: /animation-timeline:/, since: "115, -, 26", without: "Tabs that do not fit do not fade out at the edge." },
  { says: /field-sizing:/, since: "123, -, 26", without: never },
  { says: /light-dark\(/, since: "123, 120, 17.5", without: never },
  { says: /@starting-style/, since: "117, 129, 17.5", without: never },
  { says: /anchor\(|anchor-name:|position-anchor:/, since: "125, 147, 26", without: never },
  { says: /interpolate-size:|calc-size\(/, since: "129, -, -", without: never },
  { says: /@property/, since: "85, 128, 16.4", without: never },
  { says: /:popover-open/, since: "114, 125, 17", without: never },
  { says: /@scope/, since: "118, 146, 17.4", without: never },
  { says: /view-transition-name:/, since: "111, 144, 18", without: never },
  { says: /\d(lh|rlh)\b/, since: "109, 120, 16.4", without: never },
];

const filesOf = (ending) =>
  readdirSync(join(root, "dist"), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(join(root, "dist", file), "utf8") }));

/** Returns what is wrong with one feature; undefined if nothing is. */
function problemWith({ says, since, without }, files) {
  const found = files.find(({ text }) => says.test(text));
  if (found === undefined && without !== undefined)
    return `no file of the build says ${says} any more: its row in .config/newer-features.mjs has no \`without\``;
  if (found !== undefined && without === undefined)
    return `${found.file} says ${says} (since ${since}): do without, or tell in .config/newer-features.mjs what happens where it is missing`;
}

/** Names a chunk that imports the script of its worker, which WebKit then evaluates twice; undefined if none does. */
function importedWorker() {
  const workers = Object.entries(readBuilds()).filter(([name]) => name !== "app");
  for (const [worker, chunks] of workers) {
    const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
    const importing = chunks.find(({ imports }) => imports.some((file) => entries.has(file)));
    if (importing !== undefined)
      return `${importing.fileName} imports the script of its worker, ${worker}: WebKit would run it twice`;
  }
}

/** Searches the build for newer features; returns the number of checks that passed, and the problems. */
export function newerFeatures() {
  const [scripts, styles] = [filesOf(".js"), filesOf(".css")];
  const checks = [
    ...scriptFeatures.map((feature) => problemWith(feature, scripts)),
    ...styleFeatures.map((feature) => problemWith(feature, styles)),
    importedWorker(),
  ];
  const problems = checks.filter((problem) => problem !== undefined);
  return { passed: checks.length - problems.length, problems };
}
