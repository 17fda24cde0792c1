import { parse, YAMLError } from "yaml";
import { isRecord } from "../apimachinery/is-record.ts";
import type { ReflectorOptions } from "../client/reflector/reflector.ts";
import { type Move, presetOf, presets } from "../client/watch-lab/presets.ts";
import type { WatchStory } from "./labs.ts";
import type { SourceText } from "./source-lines.ts";

/** Reads the YAML of a block. Throws a LessonError at its line. */
export function readLabText(source: SourceText): unknown {
  try {
    return parse(source.text, { logLevel: "silent" });
  } catch (error) {
    if (error instanceof YAMLError) throw source.error(0, error.message.split("\n")[0] ?? "");
    throw error;
  }
}

const named = ["create", "change", "delete"] as const;
const plain = ["elsewhere", "burst", "compact", "drop", "run", "hold", "step", "relist", "await"] as const;
const resumes = ["last-event", "newest", "unset"] as const;

/**
 * Reads the story of a watch lab: one of the page's by `preset`, with `moves` for how many of its moves are made, or
 * moves of its own. Throws a LessonError at its line.
 */
export function readWatchStory(source: SourceText): WatchStory {
  const value = readLabText(source);
  if (!isRecord(value)) throw source.error(0, "a watch lab is a mapping with preset or moves");
  const { preset, resume, watchList, bookmarks, moves, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw source.error(0, `${unknown} is no member of a watch lab: preset, resume, watchList, bookmarks, moves`);
  const story = presets.find(({ id }) => id === preset);
  if (preset !== undefined && story === undefined)
    throw source.error(0, `preset is one of ${presets.map(({ id }) => id).join(", ")}`);
  if (resume !== undefined && !resumes.some((known) => known === resume))
    throw source.error(0, `resume is one of ${resumes.join(", ")}`);
  const options: ReflectorOptions = {
    ...(story ?? presetOf("right-resume")).options,
    ...(resumes.some((known) => known === resume) && { resumeFrom: resume as ReflectorOptions["resumeFrom"] }),
    ...(typeof watchList === "boolean" && { useWatchList: watchList }),
    ...(typeof bookmarks === "boolean" && { allowWatchBookmarks: bookmarks }),
  };
  if (Array.isArray(moves)) return { preset: story?.id, options, moves: moves.map((move) => readMove(move, source)) };
  if (story === undefined) throw source.error(0, "a watch lab has a preset, or a list of moves");
  const told = story.moves.map(({ move }) => move);
  if (moves === undefined) return { preset: story.id, options, moves: told };
  if (!Number.isSafeInteger(moves) || Number(moves) < 1 || Number(moves) > told.length)
    throw source.error(0, `moves is a number from 1 to ${told.length}, or a list`);
  return { preset: story.id, options, moves: told.slice(0, Number(moves)) };
}

function readMove(value: unknown, source: SourceText): Move {
  const kind = plain.find((known) => known === value);
  if (kind !== undefined) return { kind };
  const [[write, name] = ["", undefined]] = isRecord(value) ? Object.entries(value) : [];
  const writes = named.find((known) => known === write);
  if (writes !== undefined && typeof name === "string") return { kind: writes, name };
  if (write === "resume" && resumes.some((known) => known === name))
    return { kind: "set", options: { resumeFrom: name as ReflectorOptions["resumeFrom"] } };
  throw source.error(0, `a move is one of ${plain.join(", ")}, {create: NAME}, {change: …}, {delete: …}, {resume: …}`);
}
