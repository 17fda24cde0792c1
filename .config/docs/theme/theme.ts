import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { LiveLesson } from "./live-lesson.ts";
import "./theme.css";

/** VitePress's theme without fonts of its own, with the element of lessons. */
export const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component("LiveLesson", LiveLesson),
};
