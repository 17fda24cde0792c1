import { existsSync, statSync } from "node:fs";
import type { ParseArgsConfig } from "node:util";
import { etcdOptions, type EtcdOptions } from "../etcd/etcd-options.ts";
import { readFlags, serveFlags } from "../serve-flags.ts";
import { UsageError } from "../usage-error.ts";

/** Where objects are copied from or to. */
export type MigrationEnd = (
  | { readonly kind: "folder" | "file"; readonly path: string }
  | { readonly kind: "etcd"; readonly etcd: EtcdOptions }
) & {
  /** The configuration by which values are encrypted there; undefined if they are not. */
  readonly encryptionFile: string | undefined;
};

/** `kubepad migrate`: copies all objects between a storage folder, or a `.kubepad` file, and an etcd. */
export interface MigrateOptions {
  readonly from: MigrationEnd;
  readonly to: MigrationEnd;
  /** Copy the state of one revision of an etcd although servers use it. */
  readonly allowInUse: boolean;
}

/** The extension of files that are written by `--to`; any other path is that of a folder. */
const fileExtension = ".kubepad";

const flags = {
  from: { type: "string" },
  to: { type: "string" },
  "from-etcd": { type: "string", multiple: true, default: [] },
  "to-etcd": { type: "string", multiple: true, default: [] },
  "etcd-cafile": serveFlags["etcd-cafile"],
  "etcd-certfile": serveFlags["etcd-certfile"],
  "etcd-keyfile": serveFlags["etcd-keyfile"],
  "etcd-prefix": serveFlags["etcd-prefix"],
  "storage-media-type": serveFlags["storage-media-type"],
  "event-ttl": serveFlags["event-ttl"],
  "lease-reuse-duration-seconds": serveFlags["lease-reuse-duration-seconds"],
  "from-encryption-provider-config": { type: "string" },
  "to-encryption-provider-config": { type: "string" },
  "allow-in-use": { type: "boolean", default: false },
} as const satisfies ParseArgsConfig["options"];

type Values = ReturnType<typeof readFlags<typeof flags>>;

/** Parses the arguments behind `migrate`. Throws a UsageError. */
export function parseMigrateOptions(args: readonly string[]): MigrateOptions {
  const values = readFlags(args, flags);
  const from = endOf(values, "from");
  const to = endOf(values, "to");
  if ((from.kind === "etcd") === (to.kind === "etcd"))
    throw new UsageError(
      from.kind === "etcd"
        ? "migrate copies to or from an etcd, not between two: etcdctl snapshot and make-mirror do that"
        : "migrate copies to or from an etcd: `kubepad export --whole` and `import` copy folders",
    );
  if (to.kind === "file" && to.encryptionFile !== undefined)
    throw new UsageError("a file holds objects in plain text: it takes no --to-encryption-provider-config");
  if (values["allow-in-use"] && from.kind !== "etcd")
    throw new UsageError("--allow-in-use is for --from-etcd: one process uses a folder");
  return { from, to, allowInUse: values["allow-in-use"] };
}

function endOf(values: Values, side: "from" | "to"): MigrationEnd {
  const path = values[side];
  const encryptionFile = values[`${side}-encryption-provider-config`];
  const etcd = etcdOptions({
    ...values,
    "etcd-servers": values[`${side}-etcd`],
    "etcd-servers-overrides": [],
    "etcd-compaction-interval": "0s",
  });
  if ((path === undefined) === (etcd === undefined))
    throw new UsageError(`migrate wants one of --${side} and --${side}-etcd`);
  if (etcd !== undefined) return { kind: "etcd", etcd, encryptionFile };
  return { ...pathOf(side, path ?? ""), encryptionFile };
}

function pathOf(side: "from" | "to", path: string): { readonly kind: "folder" | "file"; readonly path: string } {
  if (path === "") throw new UsageError(`--${side} is empty: say a folder or a file`);
  if (side === "to") return { kind: path.endsWith(fileExtension) ? "file" : "folder", path };
  if (!existsSync(path)) throw new UsageError(`--from ${path} does not exist`);
  return { kind: statSync(path).isDirectory() ? "folder" : "file", path };
}
