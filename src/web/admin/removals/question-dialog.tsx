import { type SubmitEvent, useState } from 'react';
import { type CaseReason, reasonsFor } from '#contract/values/case-reasons.ts';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import type { Case } from '../kit/records/case.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { TemplateField } from './template-field.tsx';

interface QuestionDialogProps {
  found: Case;
  /** Questions of the settings. */
  questions: readonly CaseReason[];
  onClose: () => void;
  onAsk: (question: string) => Promise<unknown>;
}

const isNeverPaused = ({ kind }: Case) => kind === 'intimate_image' || kind === 'minor';

/** Asks the reporter. */
export function QuestionDialog({ found, questions, onClose, onAsk }: QuestionDialogProps) {
  const fitting = reasonsFor(questions, found.kind);
  const [question, setQuestion] = useState('');
  const isTyped = question.trim() !== '' && !fitting.some(({ text }) => text === question);
  const { busy, problem, errors, submit } = useSubmit('The question could not be sent.');
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(async () => {
      await onAsk(question.trim());
      onClose();
    });
  };
  return (
    <FormDialog open title="Ask the reporter" unsaved={isTyped && !busy} onClose={onClose}>
      <Problem message={problem} />
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={ask}>
        <p className="text-muted">
          {isNeverPaused(found)
            ? 'The clock goes on meanwhile: the law does not let it wait for an answer.'
            : 'The clock stands still until the answer arrives.'}
          {found.reporterEmail === '' && ' There is no email: the reporter sees the question on the status page only.'}
        </p>
        <TemplateField reasons={fitting} namesKinds={false} onChoose={setQuestion} />
        <TextAreaField
          label="Question"
          name="question"
          rows={5}
          required
          maxLength={limits.cases.question}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <FormButtons submit="Ask" busy={busy} disabled={question.trim() === ''} />
      </Form>
    </FormDialog>
  );
}
