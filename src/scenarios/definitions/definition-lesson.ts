/** An object, or a change of one, and what is to become of it. */
export interface LessonFixture {
  readonly id: string;
  readonly name: string;
  /** As YAML. */
  readonly object: string;
  readonly old?: string;
  readonly expect: "accept" | "refuse";
}

/** Something to look at or to try. */
export interface LessonStep {
  readonly title: string;
  readonly words: string;
  /** Where it is to be seen: a tab of the workbench, and a node of the schema. */
  readonly tab: "schema" | "examples" | "fixtures" | "compare";
  readonly node?: readonly string[];
}

/** A definition as people write them, with objects and a lesson. */
export interface DefinitionLesson {
  readonly id: string;
  readonly title: string;
  /** What it is, in a sentence. */
  readonly words: string;
  /** The definition's own name. */
  readonly name: string;
  /** As YAML. */
  readonly definition: string;
  readonly fixtures: readonly LessonFixture[];
  readonly steps: readonly LessonStep[];
}
