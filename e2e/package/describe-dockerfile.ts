import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { freePort } from "../../src/node/testing/free-port.ts";
import { runServer, type RunningServer } from "./run-server.ts";
import type { ScratchProject } from "./scratch-project.ts";

// No image is built here: what the file copies is copied from the packed package into a folder, and its commands run
// there with this Node.
const dockerfile = readFileSync(join(import.meta.dirname, "../../docs/Dockerfile"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "kubepad-image-"));
const image = join(folder, "kubepad");
const home = join(folder, "home");
const patient = { timeout: 300_000 };
const run = promisify(execFile);
let server: RunningServer | undefined;

/** The instructions with their arguments, continued lines joined, comments left out. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .flatMap((line) => {
    const [, name, rest] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [[name, rest.trim()] as const];
  });

const argumentsOf = (wanted: string): readonly string[] =>
  instructions.filter(([name]) => name === wanted).map(([, rest]) => rest);

/** The words of an instruction that runs a command, with the paths of this machine. */
function commandOf(name: string): readonly string[] {
  const [text = ""] = argumentsOf(name);
  const words: readonly string[] = JSON.parse(text.slice(text.indexOf("[")));
  return words.map((word) =>
    word.replace(/^\/nodejs\/bin\/node$/, process.execPath).replace(/(^|=)\/home\/nonroot/, `$1${home}`),
  );
}

const [program = "", ...entrypoint] = commandOf("ENTRYPOINT");

async function startImage(): Promise<RunningServer> {
  const port = await freePort();
  server = await runServer(program, [...entrypoint, ...commandOf("CMD"), `--secure-port=${port}`], image);
  return server;
}

const askHealth = () => {
  const [command = "", ...words] = commandOf("HEALTHCHECK");
  return run(command, words, { cwd: image });
};

/** The tests of `docs/Dockerfile`, with the files of the packed package. */
export function describeDockerfile(project: () => ScratchProject): void {
  describe("the image", () => {
    afterAll(async () => {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test("begins with a base for the supported Node whose user is not root", () => {
      const [, major = "0"] =
        /^gcr\.io\/distroless\/nodejs(\d+)-debian\d+:nonroot$/.exec(argumentsOf("FROM").join()) ?? [];
      expect(Number(major)).toBeGreaterThanOrEqual(Number.parseInt(manifest.engines.node.replace(">=", ""), 10));
      expect(argumentsOf("USER")).toEqual([]);
      expect(argumentsOf("VOLUME")).toEqual(["/home/nonroot"]);
    });

    test("copies what the packed package has", () => {
      const context = join(project().folder, "node_modules/kubepad");
      expect(project().files).toContain("docs/Dockerfile");
      for (const text of argumentsOf("COPY")) {
        const paths = text.split(/ +/);
        const target = paths.pop() ?? "";
        for (const path of paths) {
          expect(existsSync(join(context, path)), path).toBe(true);
          const into = target.endsWith("/") ? join(image, target, basename(path)) : join(image, target);
          cpSync(join(context, path), into, { recursive: true });
        }
      }
    });

    test("runs, is healthy while it does, and keeps objects in its volume", patient, async () => {
      const kubectl = [join(image, "lib/kubepad.js"), "kubectl", `--kubeconfig=${join(home, "kubeconfig")}`];
      await expect(askHealth()).rejects.toMatchObject({ code: 1 });
      const first = await startImage();
      expect(await askHealth()).toMatchObject({ stdout: "ok" });
      await run(process.execPath, [...kubectl, "create", "namespace", "kept"]);
      expect(await first.stop()).toBe(0);
      await expect(askHealth()).rejects.toMatchObject({ code: 1 });
      const second = await startImage();
      const { stdout } = await run(process.execPath, [...kubectl, "get", "namespace", "kept", "--output=name"]);
      expect(stdout).toBe("namespace/kept\n");
      expect(await second.stop()).toBe(0);
    });
  });
}
