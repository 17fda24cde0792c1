import { defineKubepadEmbed } from "./kubepad-embed.ts";

/**
 * The script `embed.js` of a site. It is a classic script, which pages of other origins load without any header, and it
 * knows by its own address where Kubepad is served.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) defineKubepadEmbed({ site: new URL(".", script.src).href });
