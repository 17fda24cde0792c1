import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64OfBytes } from "../../apimachinery/base64.ts";
import { contentsOf, wholeOf } from "../../apimachinery/der.ts";
import { der, derBits, derIdentifier, derInteger, derSequence, derSet } from "../../apimachinery/der-writer.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { type PemBlock, pemBlocks, pemOf } from "../../apimachinery/pem.ts";
import { parseCertificate } from "../../apis/certificates/x509/certificate.ts";
import { parseCertificateRequest } from "../../apis/certificates/x509/certificate-request.ts";
import {
  type CertificateContent,
  type CertificateExtension,
  keyIdentifier,
  writeExtension,
  writeUnsigned,
} from "../../apis/certificates/x509/certificate-writer.ts";
import { signatureProblem } from "../../apis/certificates/x509/check-signature.ts";
import { failed, type Finished, printed } from "../finished.ts";
import type { Files } from "../session.ts";
import { type Configuration, extensionOf, extensionsIn, parseConfiguration, subjectIn, valueIn } from "./extensions.ts";
import { newEcKey, newRsaKey, randomBytes, type SigningKey, signingKeyOf } from "./keys.ts";
import { colons, partsOfCertificate, printCertificate, printRequest, printTime } from "./print-certificate.ts";
import { parseSubject, printSubject, writeSubject } from "./subject.ts";

/** What a command reads and writes, the time, and what was piped into it. */
export interface OpensslRun {
  readonly files: Files;
  readonly now: number;
  readonly input: string;
}

/** The options of the commands that have a value; all others have none. */
const valued = new Set(
  "in out key keyout newkey subj days config extensions reqexts extfile addext CA CAkey signkey algorithm pkeyopt CAfile name"
    .split(" ")
    .map((name) => `-${name}`),
);
/** Options without a value that change nothing here, and those that are asked for below. */
const flags = new Set(
  "new x509 nodes noenc text noout req CAcreateserial subject issuer dates startdate enddate serial pubkey fingerprint verify batch sha256 hex base64 genkey utf8"
    .split(" ")
    .map((name) => `-${name}`),
);

class Options {
  readonly #values = new Map<string, string[]>();
  readonly operands: string[] = [];

  /** Throws an Error for an option that is not there. */
  constructor(command: string, args: readonly string[]) {
    for (let at = 0; at < args.length; at++) {
      const arg = args[at] ?? "";
      if (valued.has(arg)) {
        const value = args[++at];
        if (value === undefined) throw new Error(`${command}: Option ${arg} needs a value`);
        this.#values.set(arg, [...(this.#values.get(arg) ?? []), value]);
      } else if (flags.has(arg)) this.#values.set(arg, []);
      else if (arg.startsWith("-")) throw new Error(`${command}: the option ${arg} is not available here`);
      else this.operands.push(arg);
    }
  }

  has(name: string): boolean {
    return this.#values.has(`-${name}`);
  }
  value(name: string): string | undefined {
    return this.#values.get(`-${name}`)?.at(-1);
  }
  all(name: string): readonly string[] {
    return this.#values.get(`-${name}`) ?? [];
  }
}

type Command = (options: Options, run: OpensslRun) => Promise<Finished>;

/** Writes what a command makes into its file, or prints it. */
async function written(text: string, options: Options, { files }: OpensslRun): Promise<Finished> {
  const path = options.value("out");
  if (path === undefined) return printed(text);
  await files.write(path, text);
  return printed();
}

/** Reads the file of an option, or what was piped into the command. Throws an Error if it is not there. */
async function read(options: Options, name: string, what: string, { files, input }: OpensslRun): Promise<string> {
  const path = options.value(name);
  const text = path === undefined ? input : await files.read(path);
  if (text === undefined) throw new Error(`Could not open file or uri for loading ${what} from ${path ?? "<stdin>"}`);
  return text;
}

async function readKey(options: Options, name: string, run: OpensslRun): Promise<SigningKey> {
  const key = await signingKeyOf(await read(options, name, "private key", run));
  if (key === undefined) throw new Error(`Could not read private key from ${options.value(name) ?? "<stdin>"}`);
  return key;
}

/** Reads a block of PEM. Throws an Error if there is none of its type. */
async function readBlock(
  options: Options,
  name: string,
  type: "CERTIFICATE" | "CERTIFICATE REQUEST",
  run: OpensslRun,
): Promise<PemBlock> {
  const what = type.toLowerCase();
  for (const block of pemBlocks(await read(options, name, what, run))) if (block.type === type) return block;
  throw new Error(`Could not read ${what} from ${options.value(name) ?? "<stdin>"}\nUnable to load ${what}`);
}

async function configurationOf(path: string | undefined, { files }: OpensslRun): Promise<Configuration> {
  const text = path === undefined ? "" : await files.read(path);
  if (text === undefined) throw new Error(`Can't open "${path}" for reading, No such file or directory`);
  return parseConfiguration(text);
}

/** `openssl genrsa`: an RSA key in PKCS #8. */
const genrsa: Command = async (options, run) => written(await newRsaKey(bitsOf(options.operands[0])), options, run);

function bitsOf(text = "2048"): number {
  const bits = Number(text);
  if (![2048, 3072, 4096, 8192].includes(bits)) throw new Error(`keys of ${text} bits are not available here`);
  return bits;
}

const curves: Readonly<Record<string, string>> = {
  "P-256": "P-256",
  prime256v1: "P-256",
  "P-384": "P-384",
  secp384r1: "P-384",
  "P-521": "P-521",
  secp521r1: "P-521",
};

/** `openssl genpkey`: an RSA or EC key in PKCS #8. */
const genpkey: Command = async (options, run) => {
  const parameters = new Map(options.all("pkeyopt").map((each) => [each.split(":")[0], each.split(":")[1]]));
  const algorithm = options.value("algorithm");
  if (algorithm === "RSA") return written(await newRsaKey(bitsOf(parameters.get("rsa_keygen_bits"))), options, run);
  const curve = curves[parameters.get("ec_paramgen_curve") ?? ""];
  if (algorithm !== "EC" || curve === undefined)
    throw new Error(
      `genpkey: Error initializing ${algorithm ?? ""} context: RSA, and EC with a curve, are available here`,
    );
  return written(await newEcKey(curve), options, run);
};

/** `openssl ecparam -genkey`: an EC key, in PKCS #8 as other keys are. */
const ecparam: Command = async (options, run) => {
  const curve = curves[options.value("name") ?? ""];
  if (curve === undefined || !options.has("genkey"))
    throw new Error("ecparam: only -genkey with -name of a curve is available here");
  return written(await newEcKey(curve), options, run);
};

/** `openssl req`: a certificate request, or with `-x509` a certificate that signs itself; `-in` reads one. */
const req: Command = async (options, run) => {
  if (!options.has("new") && !options.has("newkey") && !options.has("x509")) return showRequest(options, run);
  const configuration = await configurationOf(options.value("config"), run);
  const newKey = options.value("newkey");
  let key: SigningKey | undefined;
  if (newKey === undefined) key = await readKey(options, "key", run);
  else {
    const [type = "", bits] = newKey.split(":");
    if (type !== "rsa") throw new Error(`req: keys of ${newKey} are not available here`);
    const pem = await newRsaKey(bitsOf(bits));
    await run.files.write(options.value("keyout") ?? "privkey.pem", pem);
    key = await signingKeyOf(pem);
  }
  if (key === undefined) throw new Error("req: no key could be made");
  const named = valueIn(configuration, "req", "distinguished_name") ?? "";
  const given = options.value("subj");
  const parts = given === undefined ? subjectIn(configuration, named) : parseSubject(given);
  if (given === undefined && parts.length === 0)
    throw new Error("req: a subject is asked for: give it by -subj, or in a configuration without prompts");
  const subject = writeSubject(parts);
  const isCertificate = options.has("x509");
  const section =
    options.value("extensions") ??
    options.value("reqexts") ??
    valueIn(configuration, "req", isCertificate ? "x509_extensions" : "req_extensions");
  const identifier = keyIdentifier(key.publicKey);
  const keys = { subjectKey: identifier, issuerKey: identifier };
  const added = options.all("addext").map((each) => {
    const at = each.indexOf("=");
    return extensionOf(configuration, each.slice(0, at).trim(), each.slice(at + 1).trim(), keys);
  });
  const asked = [...(section === undefined ? [] : extensionsIn(configuration, section, keys)), ...added];
  if (!isCertificate)
    return written(pemOf("CERTIFICATE REQUEST", await signedRequest(subject, key, asked)), options, run);
  const usual = ["subjectKeyIdentifier=hash", "authorityKeyIdentifier=keyid", "basicConstraints=critical,CA:TRUE"]
    .map((each) => each.split("=", 2))
    .map(([name = "", value = ""]) => extensionOf(configuration, name, value, keys));
  const extensions = [...(section === undefined ? usual : []), ...asked];
  const content = { issuer: subject, subject, publicKey: key.publicKey, extensions, ...validity(options, run) };
  return written(pemOf("CERTIFICATE", await signedCertificate(content, key)), options, run);
};

const dayMs = 24 * 3_600_000;

function validity(options: Options, { now }: OpensslRun): Pick<CertificateContent, "notBefore" | "notAfter"> {
  const notBefore = Math.floor(now / 1000) * 1000;
  return { notBefore, notAfter: notBefore + Number(options.value("days") ?? 30) * dayMs };
}

const extensionRequest = "1.2.840.113549.1.9.14";

async function signedRequest(
  subject: Uint8Array,
  key: SigningKey,
  extensions: readonly CertificateExtension[],
): Promise<Uint8Array> {
  const wanted = derSequence(...extensions.map(writeExtension));
  const attributes = extensions.length === 0 ? [] : [derSequence(derIdentifier(extensionRequest), derSet(wanted))];
  const info = derSequence(derInteger(Uint8Array.of(0)), subject, key.publicKey, der(0xa0, ...attributes));
  return derSequence(info, key.algorithm, derBits(await key.sign(info)));
}

async function signedCertificate(content: Omit<CertificateContent, "serial">, key: SigningKey): Promise<Uint8Array> {
  const signed = writeUnsigned({ ...content, serial: serialNumber() }, key.algorithm);
  return derSequence(signed, key.algorithm, derBits(await key.sign(signed)));
}

/** A positive number of 20 bytes. */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(20);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes;
}

async function showRequest(options: Options, run: OpensslRun): Promise<Finished> {
  const { bytes, type } = await readBlock(options, "in", "CERTIFICATE REQUEST", run);
  const pem = pemOf(type, bytes);
  const parsed = parseCertificateRequest(base64OfBytes(new TextEncoder().encode(pem)));
  if ("problem" in parsed) throw new Error(parsed.problem);
  const problem = options.has("verify") ? signatureProblem(parsed.request) : undefined;
  const verified = problem === undefined ? "OK" : "failure";
  const stderr = options.has("verify") ? `Certificate request self-signature verify ${verified}\n` : "";
  let text = options.has("text") ? printRequest(bytes) : "";
  if (options.has("subject")) text += `subject=${printSubject(parsed.request.subject)}\n`;
  if (!options.has("noout")) text += pem;
  return { ...(await written(text, options, run)), stderr, code: Number(problem !== undefined) };
}

/** `openssl x509`: shows a certificate, or with `-req` signs one for a request. */
const x509: Command = async (options, run) =>
  options.has("req") ? signRequest(options, run) : showCertificate(options, run);

async function signRequest(options: Options, run: OpensslRun): Promise<Finished> {
  const asked = await readBlock(options, "in", "CERTIFICATE REQUEST", run);
  const parsed = parseCertificateRequest(base64OfBytes(new TextEncoder().encode(pemOf(asked.type, asked.bytes))));
  if ("problem" in parsed) throw new Error(parsed.problem);
  const { subject, keyInfo } = parsed.request;
  if (signatureProblem(parsed.request) !== undefined)
    throw new Error("Certificate request self-signature did not match the contents");
  const authority = options.value("CA") === undefined ? undefined : await readBlock(options, "CA", "CERTIFICATE", run);
  const key = await readKey(
    options,
    authority !== undefined ? "CAkey" : options.has("signkey") ? "signkey" : "key",
    run,
  );
  const issuer = authority === undefined ? subject : wholeIssuer(authority.bytes);
  const configuration = await configurationOf(options.value("extfile"), run);
  const keys = { subjectKey: keyIdentifier(keyInfo), issuerKey: keyIdentifier(key.publicKey) };
  const section = options.value("extensions") ?? valueIn(configuration, "default", "extensions");
  const extensions =
    options.value("extfile") === undefined
      ? []
      : extensionsIn(configuration, section ?? "default", keys).concat(
          extensionOf(configuration, "subjectKeyIdentifier", "hash", keys),
        );
  const unique = extensions.filter((each, i) => extensions.findIndex(({ id }) => id === each.id) === i);
  const content = { issuer, subject, publicKey: keyInfo, extensions: unique, ...validity(options, run) };
  const pem = pemOf("CERTIFICATE", await signedCertificate(content, key));
  const stderr = `Certificate request self-signature ok\nsubject=${printSubject(subject)}\n`;
  return { ...(await written(pem, options, run)), stderr };
}

/** The subject of an authority, which is the issuer of what it signs. */
function wholeIssuer(bytes: Uint8Array): Uint8Array {
  const { subject } = partsOfCertificate(bytes);
  if (subject === undefined) throw new Error("Unable to load CA certificate");
  return wholeOf(subject);
}

async function showCertificate(options: Options, run: OpensslRun): Promise<Finished> {
  const { bytes } = await readBlock(options, "in", "CERTIFICATE", run);
  const parsed = parseCertificate(bytes);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const { notBefore, notAfter, keyInfo } = parsed.certificate;
  const { subject, issuer, serial } = partsOfCertificate(bytes);
  const number = serial === undefined ? new Uint8Array() : contentsOf(serial);
  const digits = colons(number[0] === 0 ? number.subarray(1) : number).toUpperCase();
  const [hash, hashName] = options.has("sha256") ? ([sha256, "sha256"] as const) : ([sha1, "SHA1"] as const);
  const lines: readonly (readonly [asked: boolean, text: string])[] = [
    [options.has("text"), printCertificate(bytes, notBefore, notAfter)],
    [options.has("subject"), `subject=${subject === undefined ? "" : printSubject(wholeOf(subject))}\n`],
    [options.has("issuer"), `issuer=${issuer === undefined ? "" : printSubject(wholeOf(issuer))}\n`],
    [options.has("startdate") || options.has("dates"), `notBefore=${printTime(notBefore)}\n`],
    [options.has("enddate") || options.has("dates"), `notAfter=${printTime(notAfter)}\n`],
    [options.has("serial"), `serial=${digits.replaceAll(":", "")}\n`],
    [options.has("fingerprint"), `${hashName} Fingerprint=${colons(hash(bytes)).toUpperCase()}\n`],
    [options.has("pubkey"), pemOf("PUBLIC KEY", keyInfo)],
    [!options.has("noout"), pemOf("CERTIFICATE", bytes)],
  ];
  return written(lines.map(([asked, text]) => (asked ? text : "")).join(""), options, run);
}

/** `openssl rand`: random bytes in hexadecimal digits or base64. */
const rand: Command = async (options, run) => {
  const length = Number(options.operands[0]);
  if (!Number.isSafeInteger(length) || length < 1 || length > 65_536 || !(options.has("hex") || options.has("base64")))
    throw new Error("rand: a number of bytes with -hex or -base64 is available here");
  const bytes = randomBytes(length);
  return written(`${options.has("hex") ? colons(bytes).replaceAll(":", "") : base64OfBytes(bytes)}\n`, options, run);
};

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["genrsa", genrsa],
  ["genpkey", genpkey],
  ["ecparam", ecparam],
  ["req", req],
  ["x509", x509],
  ["rand", rand],
]);

/** Runs `openssl`: keys, certificate requests and certificates, with real signatures. */
export async function openssl(args: readonly string[], run: OpensslRun): Promise<Finished> {
  const [name = "", ...rest] = args;
  const command = commands.get(name);
  if (command === undefined)
    return failed(`Invalid command '${name}'; ${[...commands.keys()].join(", ")} are available here.`);
  try {
    return await command(new Options(name, rest), run);
  } catch (error) {
    return failed(messageOf(error));
  }
}
