import { expose } from "comlink";
import { DocumentReader } from "./model/read-documents.ts";
import { createTextCalls } from "./text-calls.ts";

// Texts of hundreds of kilobytes are read beside the page, so that typing never waits for it.
expose(createTextCalls(() => new DocumentReader()));
