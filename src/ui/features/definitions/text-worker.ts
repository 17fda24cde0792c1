import { expose } from "comlink";
import { DocumentReader } from "./model/read-documents.ts";
import { createTextCalls } from "./text-calls.ts";

// Large texts are parsed in a worker, so that parsing does not block typing.
expose(createTextCalls(() => new DocumentReader()));
