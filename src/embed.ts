/**
 * The library for pages of documentation: the element `<kubepad-embed>`.
 *
 *     defineKubepadEmbed({ site: "https://kubepad.example/" });
 */
export { defineKubepadEmbed } from "./embed/kubepad-embed.ts";
export type { DefineOptions, KubepadEmbed } from "./embed/kubepad-embed.ts";
export type { EmbedEventName, EmbedEvents, EmbedSeed } from "./embed/protocol.ts";
