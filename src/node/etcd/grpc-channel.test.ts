import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messageOf } from "../../apimachinery/message-of.ts";
import { freePort } from "../testing/free-port.ts";
import { createTestAuthority, type TestAuthority } from "../tls/testing/test-authority.ts";
import { EtcdClient } from "./etcd-client.ts";
import { GrpcChannel, type ChannelOptions } from "./grpc-channel.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "./testing/run-etcd.ts";

const range = { key: "/a" };

it("tells the reader of a stream that its channel is closed before it was connected", async () => {
  const channel = new GrpcChannel({ servers: [`http://127.0.0.1:${await freePort()}`] });
  const ended = new Promise<Error>((resolve) => {
    channel.stream("/etcdserverpb.Watch/Watch", { message: () => undefined, end: resolve }, {});
  });
  channel.close();
  expect((await ended).message).toMatch(/^rpc error: code = (Unavailable|Canceled) desc = /);
});

describe.skipIf(!hasEtcd())("the connection to etcd", () => {
  const authority = createTestAuthority("etcd");
  const other = createTestAuthority("other");
  const bytes = (pem: string): Buffer => Buffer.from(pem);
  const client = authority.issue({ commonName: "client", usage: "client" });
  const certificates = { ca: bytes(authority.ca), cert: bytes(client.cert), key: bytes(client.key) };
  const known = { certificates: () => certificates };
  const opened: EtcdClient[] = [];
  let folder: string;
  let etcd: RunningEtcd;
  let url: string;

  const open = (options: ChannelOptions): EtcdClient => {
    const made = new EtcdClient(options);
    opened.push(made);
    return made;
  };

  /** Writes the files that the etcd is known by, and knows its clients by. */
  function writeFilesOfMember({ ca, issue }: TestAuthority): readonly string[] {
    const server = issue({ commonName: "member", usage: "server", dnsNames: ["localhost"] });
    return Object.entries({ ca, cert: server.cert, key: server.key }).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kubepad-grpc-"));
    const [ca = "", cert = "", key = ""] = writeFilesOfMember(authority);
    const flags = ["--client-cert-auth", "--trusted-ca-file", ca, "--cert-file", cert, "--key-file", key];
    etcd = await runEtcd([], flags);
    url = etcd.url.replace("127.0.0.1", "localhost");
  });
  afterAll(async () => {
    for (const each of opened) each.close();
    await etcd.remove();
    rmSync(folder, { recursive: true });
  });

  it("says that it is closing once it is closed", async () => {
    const closed = open({ servers: [url], ...known });
    closed.close();
    await expect(closed.range(range)).rejects.toThrow(
      "rpc error: code = Canceled desc = grpc: the client connection is closing",
    );
  });

  it("is made by certificates of both", async () => {
    expect((await open({ servers: [url], ...known }).range(range)).kvs).toEqual([]);
  });

  it("is refused to a server of another authority, and to a client without a certificate", async () => {
    const ofOther = open({ servers: [url], certificates: () => ({ ...certificates, ca: bytes(other.ca) }) });
    await expect(ofOther.range(range)).rejects.toThrow(
      /^rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: [^.]+"$/,
    );
    const nobody = open({ servers: [url], certificates: () => ({ ca: certificates.ca }) });
    await expect(nobody.range(range)).rejects.toThrow(/^rpc error: code = Unavailable desc = /);
  });

  it("is made to the next server where one is away, and by the next call once it is back", async () => {
    const away = `https://localhost:${await freePort()}`;
    const through = open({ servers: [away, url], ...known });
    expect((await through.range(range)).kvs).toEqual([]);
    await etcd.stop();
    await expect(through.range(range)).rejects.toThrow("rpc error: code = Unavailable");
    await etcd.start();
    await expect.poll(() => through.range(range).then(({ kvs }) => kvs, String)).toEqual([]);
  });

  it("is made by the certificates that there are when it is made anew", async () => {
    let presented = certificates;
    const rotated = open({ servers: [url], certificates: () => presented });
    expect((await rotated.range(range)).kvs).toEqual([]);
    const renewed = other.issue({ commonName: "client", usage: "client" });
    writeFilesOfMember(other);
    await etcd.stop();
    await etcd.start();
    await expect(rotated.range(range)).rejects.toThrow("rpc error: code = Unavailable");
    presented = { ...certificates, ca: bytes("none"), cert: bytes(renewed.cert) }; // the key is still to be replaced
    await expect(rotated.range(range)).rejects.toThrow("rpc error: code = Unavailable");
    presented = { ca: bytes(other.ca), cert: bytes(renewed.cert), key: bytes(renewed.key) };
    await expect.poll(() => rotated.range(range).then(({ kvs }) => kvs, String), { timeout: 60_000 }).toEqual([]);
    writeFilesOfMember(authority);
    await etcd.stop();
    await etcd.start();
  });
});

describe.skipIf(!hasEtcd())("servers that are not members of one cluster", () => {
  it("are told apart by their answers, so that no keys of the other one are read or followed", async () => {
    const [one, other] = [await runEtcd(), await runEtcd()];
    const client = new EtcdClient({ servers: [one.url, other.url] });
    const value = Buffer.from("1");
    expect((await client.swap({ key: "/a", expected: 0, value })).succeeded).toBe(true);
    await one.stop();
    const strange = /^rpc error: code = FailedPrecondition desc = etcd cluster ID mismatch: \w+ instead of \w+$/;
    await expect.poll(() => client.range(range).then(() => "read", messageOf), { timeout: 60_000 }).toMatch(strange);
    const watched = (): Promise<string> =>
      new Promise((resolve) => {
        const reader = { answer: () => resolve("followed"), end: (error: Error) => resolve(error.message) };
        client.watch({ key: "/a", end: "/b", startRevision: 1 }, reader);
      });
    await expect.poll(watched, { timeout: 60_000 }).toMatch(strange);
    await one.start();
    const found = (): Promise<number | string> => client.range(range).then(({ kvs }) => kvs.length, messageOf);
    await expect.poll(found, { timeout: 60_000 }).toBe(1);
    client.close();
    for (const etcd of [one, other]) await etcd.remove();
  });
});
