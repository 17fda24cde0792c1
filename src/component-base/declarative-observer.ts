/** Observes where declarative validation and hand-written validation differ (apiserver/pkg/validation Metrics). */
export interface DeclarativeObserver {
  /** Called for each error that only one of them has. */
  mismatched(detail: string): void;
  /** Called when declarative validation panics; the text is to be logged unless it is the answer. */
  panicked(detail: string, logged: boolean): void;
}
