import { expose } from "comlink";
import { createTextCalls } from "./text-calls.ts";

expose(createTextCalls());
