import { useEffect, useRef, useState } from 'react';
import { reportLimits } from '#contract/values/report-form.ts';
import { TextArea } from './field.tsx';
import { restoreDraft, saveDraft } from './report-draft.ts';

export type Intent = 'answer' | 'object' | 'withdraw';

interface ReplyFormProps {
  intent: Exclude<Intent, 'withdraw'>;
  heading: string;
  label: string;
  hint: string;
  button: string;
  error?: string | undefined;
  value: string;
}

/** A form that the page itself takes, with or without JavaScript. */
export function ReplyForm({ intent, heading, label, hint, button, error, value }: ReplyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    if (form.current) restoreDraft(intent, form.current);
  }, [intent]);
  return (
    <section aria-labelledby={intent} className="mt-8">
      <h2 id={intent}>{heading}</h2>
      <form
        ref={form}
        method="post"
        onSubmit={() => setSending(true)}
        onInput={(event) => saveDraft(intent, event.currentTarget)}
        className="mt-3 grid gap-4"
      >
        <input type="hidden" name="intent" value={intent} />
        <TextArea
          label={label}
          name="text"
          hint={hint}
          error={error}
          rows={4}
          required
          maxLength={reportLimits.text}
          defaultValue={value}
        />
        <button
          type="submit"
          disabled={isSending}
          aria-busy={isSending}
          className="btn btn-primary h-12 sm:justify-self-start"
        >
          {button}
        </button>
      </form>
    </section>
  );
}

/** Asks once more, in place: without JavaScript there is no dialog. */
export function WithdrawForm() {
  return (
    <details className="mt-8 rounded-2xl border border-line bg-surface px-4 pb-1 open:pb-4">
      <summary className="cursor-pointer py-3.5 font-medium">Withdraw this report</summary>
      <p className="text-sm">
        We then stop working on it, and what it alone has hidden can be seen again. Where a person may be under 18, we
        look at it nevertheless.
      </p>
      <form method="post" className="mt-3">
        <input type="hidden" name="intent" value="withdraw" />
        <button type="submit" className="btn btn-quiet">
          Withdraw it
        </button>
      </form>
    </details>
  );
}
