/** An object to create or update, and the expected result. */
export interface LessonFixture {
  readonly id: string;
  readonly name: string;
  /** As YAML. */
  readonly object: string;
  readonly old?: string;
  readonly expect: "accept" | "refuse";
}

/** One step of the lesson. */
export interface LessonStep {
  readonly title: string;
  readonly words: string;
  /** Where the step applies: a tab of the workbench, and a node of the schema. */
  readonly tab: "schema" | "examples" | "fixtures" | "compare";
  readonly node?: readonly string[];
}

/** A realistic CustomResourceDefinition with example objects and a lesson. */
export interface DefinitionLesson {
  readonly id: string;
  readonly title: string;
  /** A one-sentence description. */
  readonly words: string;
  /** The name of the CustomResourceDefinition. */
  readonly name: string;
  /** As YAML. */
  readonly definition: string;
  readonly fixtures: readonly LessonFixture[];
  readonly steps: readonly LessonStep[];
}
