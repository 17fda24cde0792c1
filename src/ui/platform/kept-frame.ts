import { isPresenting } from "./presenting.ts";
import type { Memory } from "./storage.ts";

/** What `frame.js` shows before the page is drawn. */
interface KeptFrame {
  /** The script of the build: the frame of another one may look otherwise. */
  readonly entry: string | null;
  readonly narrow: boolean;
  readonly styles: readonly string[];
  readonly html: string;
}

const stylesheets = (): readonly string[] =>
  [...document.querySelectorAll("link[rel=stylesheet]")].flatMap((link) => link.getAttribute("href") ?? []);

/** Keeps the frame of the page, its bars without content, whenever its state is saved, for the next start. */
export function keepFrame(memory: Memory): void {
  const styles = stylesheets();
  memory.onSave(() => {
    const shell = document.querySelector(".kp-shell");
    if (shell === null || isPresenting()) return;
    const frame: KeptFrame = {
      entry: document.querySelector("script[type=module]")?.getAttribute("src") ?? null,
      narrow: matchMedia("(max-width: 799px)").matches,
      styles,
      html: frameOf(shell),
    };
    memory.write("frame", frame);
  });
}

const skeleton = `<div class="kp-main"><div class="stack pad">${'<div class="kp-skeleton"></div>'.repeat(8)}</div></div>`;

/** Returns the bars of the shell as HTML. What the server said is left out, since it is not running yet. */
function frameOf(shell: Element): string {
  const [top, rail] = [".kp-top", ".kp-rail"].map((bar) => shell.querySelector(bar)?.cloneNode(true));
  if (top instanceof Element) {
    const state = top.querySelector(".kp-state");
    state?.setAttribute("data-health", "starting");
    const words = state?.lastElementChild;
    if (words) words.textContent = "starting";
    const world = top.querySelector(".kp-world-name > .clip"); // the next page may be of another one
    if (world) world.textContent = "";
  }
  const bars = [top, rail].map((bar) => (bar instanceof Element ? withoutIds(bar) : ""));
  return `<div class="kp-shell">${bars.join("")}${skeleton}</div>`;
}

function withoutIds(bar: Element): string {
  for (const element of bar.querySelectorAll("[id]")) element.removeAttribute("id");
  return bar.outerHTML;
}
