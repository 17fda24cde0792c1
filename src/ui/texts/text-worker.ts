import { expose } from "comlink";
import { createTextCalls } from "./text-calls.ts";

// Large texts are parsed in a worker, so that parsing does not block typing.
expose(createTextCalls());
