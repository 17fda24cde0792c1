import { pushAll } from "../../../apimachinery/long-lists.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { isObject } from "../../../apimachinery/json/value.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, namespaceOf, objectAt, textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { goSort } from "../../output/go-sort.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { alignTabs, cellsOf, rememberingWidths, tableWidths } from "../../output/tab-writer.ts";
import { groupVersion } from "../../resource/mapper.ts";
import { lookUp } from "../../resource/mapper-of.ts";
import { eventAge } from "../describe/describe-parts.ts";
import { typedList } from "../../rest/rest.ts";
import { watchLines } from "../../rest/watch-until.ts";

const timeOf = (event: JsonValue): string =>
  textAt(event, "series", "lastObservedTime") || textAt(event, "lastTimestamp") || textAt(event, "eventTime");

/** `kubectl events`. */
export async function events(invocation: Invocation): Promise<void> {
  const { flags, rest, out, err, namespace } = invocation;
  const fieldSelector = await subjectSelector(invocation);
  if (!["", "name"].includes(flags.text("output"))) await createTypedPrinter(invocation);
  const types = flags.list("types").map((type) => type.toLowerCase());
  if (types.some((type) => type !== "normal" && type !== "warning"))
    throw new KubectlError("valid --types are Normal or Warning");
  const everywhere = flags.bool("all-namespaces");
  const path = everywhere ? "/api/v1/events" : `/api/v1/namespaces/${namespace}/events`;
  if (flags.bool("watch")) return watchEvents(invocation, path, fieldSelector, types);
  const found: JsonObject[] = [];
  for (let token = ""; ;) {
    const query = { ...typedList, fieldSelector, limit: "500", continue: token };
    const page = await rest.object({ method: "GET", path, query });
    pushAll(found, itemsAt(page, "items").filter(isObject));
    token = textAt(page, "metadata", "continue");
    if (token === "") break;
  }
  const shown = found.filter((event) => types.length === 0 || types.includes(textAt(event, "type").toLowerCase()));
  if (shown.length === 0)
    return err(everywhere ? "No events found.\n" : `No events found in ${namespace} namespace.\n`);
  const ordered = goSort(shown, (a, b) => compareUtf8(timeOf(a), timeOf(b)) < 0);
  // The printer of names fails on the list, and kubectl drops that error.
  if (flags.text("output") === "name") return;
  if (flags.text("output") !== "") {
    const items = ordered.map((event) => ({ apiVersion: "v1", kind: "Event", ...event }));
    // What templates print goes through the writer that aligns columns, too.
    let text = "";
    const print = await createTypedPrinter({ ...invocation, out: (part) => void (text += part) });
    print({ apiVersion: "v1", items, kind: "EventList", metadata: {} });
    return out(alignTabs(text, tableWidths));
  }
  const rows = ordered.map((event) => row(invocation, event, everywhere));
  out(alignTabs((flags.bool("no-headers") ? "" : header(everywhere)) + rows.join(""), tableWidths));
}

/** Prints each event that comes, the first with headers, in columns that keep their widths (EventsOptions.runWatch). */
async function watchEvents(
  invocation: Invocation,
  path: string,
  fieldSelector: string,
  types: readonly string[],
): Promise<void> {
  const { flags, out } = invocation;
  const everywhere = flags.bool("all-namespaces");
  const widths: number[] = [];
  const write = (text: string): void => out(rememberingWidths(cellsOf(text), widths));
  const formatted = flags.text("output") !== "";
  const print = formatted ? await createTypedPrinter({ ...invocation, out: write }) : undefined;
  let headless = flags.bool("no-headers");
  const query = { ...typedList, fieldSelector, limit: "500", watch: "true" };
  for await (const lines of watchLines(invocation, { method: "GET", path, query }))
    for (const change of lines.map((line) => decodeJson(line))) {
      const event = objectAt(change, "object");
      const isWanted = types.length === 0 || types.includes(textAt(event, "type").toLowerCase());
      if (textAt(change, "type") === "DELETED" || !isWanted) continue;
      if (print !== undefined) print(event);
      else write((headless ? "" : header(everywhere)) + row(invocation, event, everywhere));
      headless = true;
    }
}

const header = (everywhere: boolean): string =>
  `${everywhere ? "NAMESPACE\t" : ""}LAST SEEN\tTYPE\tREASON\tOBJECT\tMESSAGE\n`;

function row(invocation: Invocation, event: JsonObject, withNamespace: boolean): string {
  const object = `${textAt(event, "involvedObject", "kind")}/${textAt(event, "involvedObject", "name")}`;
  const cells = [eventAge(invocation, event), textAt(event, "type"), textAt(event, "reason"), object];
  const message = textAt(event, "message").trim();
  return `${[...(withNamespace ? [namespaceOf(event)] : []), ...cells, message].join("\t")}\n`;
}

async function subjectSelector(invocation: Invocation): Promise<string> {
  const subject = invocation.flags.text("for");
  if (subject === "") return "";
  if (!subject.includes("/")) throw new KubectlError("--for must be in resource/name form");
  const [type = "", name = "", ...more] = subject.split("/");
  if (more.length > 0) throw new KubectlError("arguments in resource/name form may not have more than one slash");
  if (type === "") throw new KubectlError("a resource must be present, got: /, Resource=");
  const resource = await lookUp(invocation, (mapper) => mapper.findPlain(type.toLowerCase()));
  if (name === "") return "";
  return `involvedObject.kind=${resource.kind},involvedObject.apiVersion=${groupVersion(resource)},involvedObject.name=${name}`;
}
