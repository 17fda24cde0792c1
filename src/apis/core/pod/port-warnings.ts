import type { FieldPath } from "../../../apimachinery/field-error.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { stringAt, type JsonRecord } from "../../record.ts";
import { asRecord, itemsAt } from "../../validation/fields.ts";
import { warningLimit } from "../../validation/first-warnings.ts";

/** A container with its path. */
export interface PlacedContainer {
  readonly container: JsonRecord;
  readonly path: FieldPath;
}

/** A port with its place, as warnings about others name it. */
interface PlacedPort {
  readonly port: JsonRecord;
  readonly containerPath: FieldPath;
  readonly index: number;
  /** Its place among the ports of all containers. */
  readonly order: number;
  readonly hostPort: number;
  readonly hostIp: string;
}

const pathOf = ({ containerPath, index }: PlacedPort): string => containerPath.child("ports").index(index).toString();

const portsOf = (containers: readonly PlacedContainer[]): readonly PlacedPort[] =>
  containers
    .flatMap(({ container, path }) => itemsAt(container, "ports").map((item, index) => ({ item, path, index })))
    .map(({ item, path, index }, order) => {
      const port = asRecord(item);
      const hostPort = typeof port["hostPort"] === "number" ? port["hostPort"] : 0;
      return { port, containerPath: path, index, order, hostPort, hostIp: stringAt(port, "hostIP") };
    });

/** Ports of one number and protocol. */
class EqualPorts {
  readonly #all: PlacedPort[] = [];
  /** Those that were there when somebody asked: most numbers stand alone. */
  #indexed = 0;
  readonly #byHostPort = new Map<number, PlacedPort[]>();
  readonly #byAddress = new Map<string, PlacedPort[]>();

  add(port: PlacedPort): void {
    this.#all.push(port);
  }

  /** Returns the ports before this one that conflict with it: on the same address, or where one has any. */
  conflictsOf({ hostPort, hostIp }: PlacedPort): readonly PlacedPort[] {
    if (hostPort === 0) return this.#all;
    for (; this.#indexed < this.#all.length; this.#indexed++) this.#index(this.#all[this.#indexed]);
    const anywhere = this.#byHostPort.get(0) ?? [];
    const here =
      hostIp === ""
        ? (this.#byHostPort.get(hostPort) ?? [])
        : ["", hostIp].flatMap((ip) => this.#byAddress.get(addressOf(hostPort, ip)) ?? []);
    return [...anywhere, ...here].sort((a, b) => a.order - b.order);
  }

  #index(port: PlacedPort | undefined): void {
    if (port === undefined) return;
    append(this.#byHostPort, port.hostPort, port);
    append(this.#byAddress, addressOf(port.hostPort, port.hostIp), port);
  }
}

const addressOf = (hostPort: number, hostIp: string): string => `${hostPort} ${hostIp}`;

function append<K>(lists: Map<K, PlacedPort[]>, key: K, port: PlacedPort): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [port]);
  else list.push(port);
}

function describe(port: PlacedPort, other: PlacedPort): string {
  const where = `definition with ${pathOf(other)}`;
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort)
    return `${pathOf(port)}: duplicate port ${where}`;
  if (port.hostPort === 0 || other.hostPort === 0) return `${pathOf(port)}: overlapping port ${where}`;
  return `${pathOf(port)}: dangerously ambiguous port ${where}`;
}

/** Returns warnings for ports that several containers have, by number and by name. */
export function portWarnings(containers: readonly PlacedContainer[]): readonly string[] {
  const byNumber = new Map<string, EqualPorts>();
  const byName = new Map<string, PlacedPort>();
  const warnings: string[] = [];
  const named: string[] = [];
  for (const placed of portsOf(containers)) {
    const { port, hostPort, hostIp } = placed;
    const [name, protocol] = [stringAt(port, "name"), stringAt(port, "protocol")];
    if (hostIp !== "" && hostPort === 0 && warnings.length < warningLimit)
      warnings.push(
        `${pathOf(placed)}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${String(port["containerPort"] ?? 0)} Protocol:${protocol} HostIP:${hostIp}}`,
      );
    const key = `${String(port["containerPort"])}/${protocol}`;
    const before = byNumber.get(key);
    const equal = before ?? new EqualPorts();
    if (before === undefined) byNumber.set(key, equal);
    else if (warnings.length < warningLimit)
      for (const other of before.conflictsOf(placed)) warnings.push(describe(placed, other));
    equal.add(placed);
    if (name === "") continue;
    const first = byName.get(name);
    if (first === undefined) byName.set(name, placed);
    else if (named.length < warningLimit)
      named.push(
        `${pathOf(placed)}: duplicate port name ${quoteGo(name)} with ${pathOf(first)}, services and probes that select ports by name will use ${pathOf(first)}`,
      );
  }
  return [...warnings, ...named];
}
