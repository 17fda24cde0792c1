export { check } from "./sequence.ts";
