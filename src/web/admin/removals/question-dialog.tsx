import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import type { Case } from '../kit/records/case.ts';
import { Problem } from '../kit/screen/problem.tsx';

interface QuestionDialogProps {
  found: Case;
  onClose: () => void;
  onAsk: (question: string) => Promise<unknown>;
}

const isNeverPaused = ({ kind }: Case) => kind === 'intimate_image' || kind === 'minor';

/** Asks the reporter. */
export function QuestionDialog({ found, onClose, onAsk }: QuestionDialogProps) {
  const [question, setQuestion] = useState('');
  const { busy, problem, errors, submit } = useSubmit('The question could not be sent.');
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(async () => {
      await onAsk(question.trim());
      onClose();
    });
  };
  return (
    <FormDialog open title="Ask the reporter" unsaved={question.trim() !== '' && !busy} onClose={onClose}>
      <Problem message={problem} />
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={ask}>
        <p className="text-muted">
          {isNeverPaused(found)
            ? 'The clock goes on meanwhile: the law does not let it wait for an answer.'
            : 'The clock stands still until the answer arrives.'}
          {found.reporterEmail === '' && ' There is no email: the reporter sees the question on the status page only.'}
        </p>
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
