import { useId } from "react";
import type { Prediction } from "../../../lessons/lesson.ts";
import { Icon } from "../../design/icon.tsx";

/** The question before a step. It is answered before the step runs; afterwards it says whether that was right. */
export function PredictionView({
  prediction: { choices },
  number,
  choice,
  isAnswered,
  onChoose,
  onSubmit,
}: {
  readonly prediction: Prediction;
  readonly number: number;
  readonly choice: number | undefined;
  /** Whether the step has run, so that the right answer can be told. */
  readonly isAnswered: boolean;
  readonly onChoose: (choice: number) => void;
  /** Called when Enter is pressed on an answer. */
  readonly onSubmit: () => void;
}) {
  const name = useId();
  const right = choices.findIndex((answer) => answer.right);
  return (
    <fieldset
      className="kp-prediction"
      id={`kp-question-${number}`}
      onKeyDown={(event) => {
        if (event.key === "Enter" && choice !== undefined && !isAnswered) onSubmit();
      }}
    >
      <legend>
        <Icon name="help" size={14} /> What will the server answer? Choose before you run step {number}.
      </legend>
      {choices.map((answer, i) => (
        <label key={answer.text} data-right={isAnswered && i === right ? "" : undefined}>
          <input type="radio" name={name} checked={choice === i} disabled={isAnswered} onChange={() => onChoose(i)} />
          <span>{answer.text}</span>
          {isAnswered && i === right ? <span className="kp-right">right</span> : null}
          {isAnswered && i === choice ? <span className="quiet">your answer</span> : null}
        </label>
      ))}
      <p role="status" className="small">
        {!isAnswered || choice === undefined
          ? ""
          : choice === right
            ? "You predicted it."
            : `You predicted ${choices[choice]?.text ?? ""}. The answer is ${choices[right]?.text ?? ""}.`}
      </p>
    </fieldset>
  );
}
