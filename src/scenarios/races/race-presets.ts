import {
  applyConflict,
  conflict,
  createOrUpdate,
  finalizer,
  kubectlPipes,
  lastWrite,
  leaders,
  lostUpdate,
  quota,
  watchGap,
} from "./race-texts.ts";

/** A race to begin with, and what prevents it. */
export interface RacePreset {
  readonly id: string;
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly words: string;
  /** What its outcomes have, by the names of findings, and those of the mended race do not. */
  readonly promises: string;
  /** The race as YAML. */
  readonly text: string;
  /** What mends it, in a sentence, and as what replaces what in the text. */
  readonly mending: { readonly words: string; readonly changes: readonly (readonly [from: string, to: string])[] };
}

/** Returns the text of a race in which what the preset shows cannot happen. */
export const mendedText = ({ text, mending }: RacePreset): string =>
  mending.changes.reduce((mended, [from, to]) => mended.replaceAll(from, to), text);

const applierAlice = "?fieldManager=alice\n    type: application/apply-patch+yaml\n";

/** The races to begin with. */
export const racePresets: readonly RacePreset[] = [
  {
    id: "lost-update",
    title: "Lost update",
    words: "Two people write back a whole object, and one of them takes back what the other one wrote.",
    promises: "lost-update",
    text: lostUpdate,
    mending: {
      words: "Both keep the resourceVersion that they have read, and begin anew when they are refused.",
      changes: [
        ["    # without a resourceVersion, the server writes over whatever is there\n", ""],
        ["    edit: {metadata: {resourceVersion: null}, ", "    again: 409\n    edit: {"],
      ],
    },
  },
  {
    id: "conflict",
    title: "409 without another try",
    words: "The resourceVersion keeps updates from being lost, but who is refused has to begin anew.",
    promises: "conflict",
    text: conflict,
    mending: {
      words: "Who is refused with 409 reads again and changes what is there then.",
      changes: [["    edit:", "    again: 409\n    edit:"]],
    },
  },
  {
    id: "apply-conflict",
    title: "Conflict of apply",
    words: "Two appliers set one field to different values, and the second one is refused.",
    promises: "apply-conflict",
    text: applyConflict,
    mending: {
      words: "Alice leaves the field out that the autoscaler is to own.",
      changes: [["        replicas: 3\n", ""]],
    },
  },
  {
    id: "quota-overshoot",
    title: "Quota overshoot",
    words: "What a controller has counted is written over what the server has counted since.",
    promises: "quota-overshoot",
    text: quota,
    mending: {
      words:
        "The controller writes only the limit, of the quota that it has read, and leaves to the server what it counts.",
      changes: [
        [
          '{metadata: {resourceVersion: null}, status: {used: {count/secrets: "0"}}}',
          '{status: {hard: {count/secrets: "1"}}}',
        ],
      ],
    },
  },
  {
    id: "leader-election",
    title: "Leader election",
    words: "Two replicas take the same Lease, and both are answered that it is theirs.",
    promises: "two-leaders",
    text: leaders,
    mending: {
      words:
        "Both update the Lease that they have read, with its resourceVersion: who comes second is refused, and follows.",
      changes: [
        ["  - method: PATCH\n", "  - method: PUT\n"],
        ["    type: application/merge-patch+json\n    body: {spec:", "    edit: {spec:"],
      ],
    },
  },
  {
    id: "create-or-update",
    title: "Create or update",
    words: "Two controllers see that an object is not there, and only one of them can create it.",
    promises: "already-exists",
    text: createOrUpdate,
    mending: {
      words: "Who could not create the object begins anew, and changes it.",
      changes: [["    when: 404\n", "    when: 404\n    again: 409\n"]],
    },
  },
  {
    id: "finalizer",
    title: "Finalizer too late",
    words: "An object is deleted before the finalizer is there that would clean up after it.",
    promises: "left-behind",
    text: finalizer,
    mending: {
      words: "The controller adds the finalizer first, and makes something only if that was answered with a success.",
      changes: [
        [
          `  - method: POST
    path: /api/v1/namespaces/default/secrets
    when: ok
    body: {metadata: {name: credentials-of-bucket}}
`,
          "",
        ],
        [
          "    body: {metadata: {finalizers: [example.com/credentials]}}\n",
          `    body: {metadata: {finalizers: [example.com/credentials]}}
  - method: POST
    path: /api/v1/namespaces/default/secrets
    when: ok
    body: {metadata: {name: credentials-of-bucket}}
`,
        ],
      ],
    },
  },
  {
    id: "watch-gap",
    title: "Gap between list and watch",
    words: "A watch that begins at another list's revision misses what was written in between.",
    promises: "watch-gap",
    text: watchGap,
    mending: {
      words: "The controller watches from the revision of the list of the same kind.",
      changes: [["  - GET /api/v1/namespaces/default/configmaps\n", ""]],
    },
  },
  {
    id: "kubectl",
    title: "Lost update with kubectl",
    words: "kubectl get, sed and kubectl replace, with and without the resourceVersion.",
    promises: "lost-update",
    text: kubectlPipes,
    mending: {
      words: "The manifest keeps its resourceVersion, so the server refuses the second kubectl replace.",
      changes: [["-e '/resourceVersion/d' ", ""]],
    },
  },
  {
    id: "last-write-wins",
    title: "The last write wins",
    words: "Two patches of one field: nobody is refused, and one value is gone.",
    promises: "overwritten",
    text: lastWrite,
    mending: {
      words: "Both apply what they want by server-side apply, and who comes second is told of the conflict.",
      changes: [
        [
          `settings
    type: application/merge-patch+json
    body: {data: {theme: dark}}`,
          `settings${applierAlice}    body: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {theme: dark}}`,
        ],
        [
          `settings
    type: application/merge-patch+json
    body: {data: {theme: light}}`,
          `settings${applierAlice.replace("alice", "bob")}    body: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {theme: light}}`,
        ],
      ],
    },
  },
];
