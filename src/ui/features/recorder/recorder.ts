import { createStore, type StoreApi } from "zustand/vanilla";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { isRecording, type RecordedStep, type Recording } from "../../../recorder/recording.ts";
import { keepRecording, keptRecordings, recordingAddress } from "../../state/kept-recordings.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { remember } from "../../state/remember.ts";
import { navigate } from "../../state/route.ts";
import { tellError } from "../../state/tell-error.ts";
import { Intake } from "./intake.ts";

/** The recording that is under way; its objects are found when it ends. */
interface Active {
  readonly recording: Recording;
  readonly isPaused: boolean;
}

interface Recorder {
  readonly active: Active | undefined;
  /** Whether it begins or ends. */
  readonly isBusy: boolean;
  readonly start: () => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Ends the recording, keeps it and shows it. */
  readonly stop: () => Promise<void>;
}

const activeKey = "recorder.active";
const isActive = (value: unknown): value is Active =>
  isRecord(value) && typeof value["isPaused"] === "boolean" && isRecording(value["recording"]);

/** Beyond these, nothing more is noted: the browser has room for some megabytes in all. */
const mostSteps = 500;
const mostCharacters = 1_500_000;

/** Records what is done in a page. A recording goes on after a reload, until it is stopped. */
export const recorder = defineSlice<Recorder>((page) => {
  const store = createRecorder(page);
  remember(page, store, activeKey, ({ active }) => active ?? null);
  return store;
});

function createRecorder(page: Page): StoreApi<Recorder> {
  const kept = page.memory.read(activeKey, isActive);
  const store = createStore<Recorder>((set, get) => {
    const intake = new Intake(page, {
      add: (step) => changeSteps(page, store, (steps) => withNewStep(steps, step)),
      remove: (ids) => changeSteps(page, store, (steps) => steps.filter(({ id }) => !ids.includes(id))),
    });
    const change = (part: Partial<Active>): void => {
      const { active } = get();
      if (active !== undefined) set({ active: { ...active, ...part } });
    };
    const during = async (work: () => Promise<void>): Promise<void> => {
      if (get().isBusy) return;
      set({ isBusy: true });
      try {
        await work();
      } catch (error) {
        tellError(page, error);
      } finally {
        set({ isBusy: false });
      }
    };
    if (kept?.isPaused === false) void intake.start();
    return {
      active: kept,
      isBusy: false,
      start: () =>
        during(async () => {
          if (get().active !== undefined) return;
          await intake.start();
          const recording = await newRecording(page);
          set({ active: { recording, isPaused: false } });
        }),
      pause: () =>
        during(async () => {
          await intake.stop();
          change({ isPaused: true });
        }),
      resume: () =>
        during(async () => {
          await intake.start();
          change({ isPaused: false });
        }),
      stop: () =>
        during(async () => {
          await intake.stop();
          const { active } = get();
          if (active === undefined) return;
          const { recording } = active;
          const { objectsBefore } = await worldBefore();
          const objects = await objectsBefore(page, recording);
          keepRecording(page, { ...recording, objects });
          set({ active: undefined });
          navigate(recordingAddress(recording.id));
        }),
    };
  });
  return store;
}

/** What reads the world at both ends of a recording is a chunk of its own: the rest is loaded with the page. */
const worldBefore = () => import("./world-before.ts");

async function newRecording(page: Page): Promise<Recording> {
  const { settingsOf } = await worldBefore();
  const [{ revision }, settings] = await Promise.all([page.inspect.stats(), settingsOf(page)]);
  const { list } = keptRecordings.of(page).getState();
  const taken = new Set(list.map(({ name }) => name));
  let number = list.length + 1;
  while (taken.has(`Recording ${number}`)) number++;
  const name = `Recording ${number}`;
  return { id: page.newId(), name, begun: page.clock.now(), revision, settings, objects: [], steps: [] };
}

type Steps = readonly RecordedStep[];

function changeSteps(page: Page, store: StoreApi<Recorder>, change: (steps: Steps) => Steps): void {
  const { active } = store.getState();
  if (active === undefined || active.isPaused) return;
  const steps = change(active.recording.steps);
  if (steps.length > mostSteps || JSON.stringify(steps).length > mostCharacters) {
    page.toasts.add({ description: "The recording is as long as it can be. Stop it to see it." });
    void store.getState().pause();
    return;
  }
  store.setState({ active: { ...active, recording: { ...active.recording, steps } } });
}

/** Adds or replaces a step. Events stand last, since they arrive before the traces of the requests that caused them. */
function withNewStep(steps: Steps, step: RecordedStep): Steps {
  const others = steps.filter(({ id }) => id !== step.id);
  const all = [...others, step];
  return [...all.filter(({ kind }) => kind !== "events"), ...all.filter(({ kind }) => kind === "events")];
}

/** Begins a recording, or ends the one that is under way. */
export function toggleRecording(page: Page): Promise<void> {
  const { active, start, stop } = recorder.of(recordedPage(page)).getState();
  return active === undefined ? start() : stop();
}

/** Pauses the recording that is under way, or goes on with it. */
export function togglePause(page: Page): Promise<void> {
  const { active, pause, resume } = recorder.of(recordedPage(page)).getState();
  if (active !== undefined) return active.isPaused ? resume() : pause();
  page.toasts.add({ description: "Nothing is being recorded." });
  return Promise.resolve();
}

/** The page that is recorded: where the past is shown, the page of now. */
export const recordedPage = (page: Page): Page =>
  page.past !== undefined && page.visit === undefined ? page.guests.own : page;
