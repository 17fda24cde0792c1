import { messageOf } from "../../../apimachinery/message-of.ts";
import { isObject, type JsonObject } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, textAt } from "../../json-access.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { runningTimeout } from "../pods/pods-of.ts";
import { typedList } from "../../rest/rest.ts";

/** The lists of a namespace: the name of the file, and the path of the resource. */
const dumped = [
  ["events", "/api/v1", "events"],
  ["replication-controllers", "/api/v1", "replicationcontrollers"],
  ["services", "/api/v1", "services"],
  ["daemonsets", "/apis/apps/v1", "daemonsets"],
  ["deployments", "/apis/apps/v1", "deployments"],
  ["replicasets", "/apis/apps/v1", "replicasets"],
  ["pods", "/api/v1", "pods"],
] as const;

const extensions: Readonly<Record<string, string>> = { json: ".json", yaml: ".yaml" };

/** `kubectl cluster-info dump`: the nodes, and what runs in namespaces, with logs. */
export async function clusterInfoDump(invocation: Invocation): Promise<void> {
  const { flags, rest, out, session } = invocation;
  runningTimeout(invocation);
  const folder = flags.text("output-directory");
  const toFiles = folder !== "" && folder !== "-";
  const extension = extensions[flags.text("output")] ?? ".txt";
  const write = async (file: string, text: string): Promise<void> =>
    toFiles ? session.files.write(`${folder}/${file}`, text) : out(text);
  let printed = "";
  const print = await createTypedPrinter({ ...invocation, out: (text) => void (printed += text) });
  const dump = async (file: string, list: JsonObject): Promise<void> => {
    printed = "";
    // Lists come to kubectl in protobuf, which does not tell an empty list from none.
    print(itemsAt(list, "items").length === 0 ? { ...list, items: null } : list);
    await write(file + extension, printed);
  };
  await dump("nodes", await rest.object({ method: "GET", path: "/api/v1/nodes", query: typedList }));
  for (const namespace of await namespacesOf(invocation)) {
    for (const [file, root, resource] of dumped) {
      const path = `${root}/namespaces/${namespace}/${resource}`;
      const list = await rest.object({ method: "GET", path, query: typedList });
      await dump(`${namespace}/${file}`, list);
      const pods = resource === "pods" ? itemsAt(list, "items").filter(isObject) : [];
      for (const pod of pods)
        await write(`${namespace}/${nameOf(pod)}/logs.txt`, await logsOf(invocation, namespace, pod));
    }
  }
  if (toFiles) out(`Cluster info dumped to ${folder}\n`);
}

async function namespacesOf({ flags, rest, namespace }: Invocation): Promise<readonly string[]> {
  if (!flags.bool("all-namespaces"))
    return flags.list("namespaces").length > 0 ? flags.list("namespaces") : ["kube-system", namespace];
  return itemsAt(await rest.object({ method: "GET", path: "/api/v1/namespaces", query: typedList }), "items").map(
    nameOf,
  );
}

async function logsOf({ rest }: Invocation, namespace: string, pod: JsonObject): Promise<string> {
  const containers = [...itemsAt(pod, "spec", "initContainers"), ...itemsAt(pod, "spec", "containers")];
  let text = "";
  for (const container of containers.map((each) => textAt(each, "name"))) {
    const which = `logs for container ${container} of pod ${namespace}/${nameOf(pod)}`;
    const path = `/api/v1/namespaces/${namespace}/pods/${nameOf(pod)}/log`;
    const log = await rest
      .text({ method: "GET", path, query: { container } })
      .catch((error: unknown) => `Request log error: ${messageOf(error)}\n`);
    text += `==== START ${which} ====\n${log}==== END ${which} ====\n`;
  }
  return text;
}
