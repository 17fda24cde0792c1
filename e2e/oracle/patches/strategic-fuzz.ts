export { check } from "./strategic.ts";
