import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { momentLabel } from '../kit/format/dates.ts';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { useUnsavedGuard } from '../kit/forms/unsaved-guard.ts';
import type { Case } from '../kit/records/case.ts';
import { LongText } from '../kit/screen/long-text.tsx';
import { Panel } from '../kit/screen/panel.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

const words: Record<string, string> = {
  received: 'Notice received',
  withheld: 'Posts hidden until decided',
  released: 'Posts released',
  question: 'Asked the reporter',
  answer: 'The reporter answered',
  decision: 'Decision',
  objection: 'The reporter objected',
  withdrawal: 'The reporter withdrew the notice',
  counter_notice: 'Counter-notice',
  note: 'Note',
  email: 'Email',
  reminder: 'Reminder',
  export: 'Exported',
};

function NoteForm({ id }: { id: string }) {
  const [text, setText] = useState('');
  const { run, busy } = useSingleAction('The note could not be saved.');
  useUnsavedGuard(text.trim() !== '');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      await adminClient.addCaseNote({ params: { id }, body: { text: text.trim() } });
      setText('');
    });
  };
  return (
    <form className="grid gap-3 border-t border-line px-4.5 py-4" onSubmit={add}>
      <TextAreaField
        label="Add a note"
        name="text"
        rows={2}
        hint="Only admins read it."
        maxLength={limits.cases.note}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="submit"
        className="btn btn-quiet h-10 justify-self-start px-4 text-sm max-md:h-11"
        disabled={busy || text.trim() === ''}
        aria-busy={busy}
      >
        Add note
      </button>
    </form>
  );
}

/** Who did what and when, and the notes of admins. */
export function CaseHistory({ found: { id, entries } }: { found: Case }) {
  return (
    <Panel title="History">
      <ol aria-label="History of the case" className="grid gap-4 px-4.5 py-4">
        {entries.map(({ _id, at, kind, text, admin, isPublic }) => (
          <li key={_id} className="border-l-2 border-line pl-3.5 text-sm">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{words[kind] ?? kind}</span>
              <span className="text-[13px] text-muted">
                {admin && `${admin} · `}
                {momentLabel(at)}
              </span>
            </p>
            {text && (
              <div className="mt-1">
                <LongText text={text} />
              </div>
            )}
            {!isPublic && kind === 'note' && <p className="mt-1 text-[13px] text-muted">Only for admins</p>}
          </li>
        ))}
      </ol>
      <NoteForm id={id} />
    </Panel>
  );
}
