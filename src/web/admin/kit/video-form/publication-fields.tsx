import { useState } from 'react';
import { type EditableState, editableStates } from '#contract/values/post-filter.ts';
import { SelectField, TextField } from '../forms/fields.tsx';
import { fromLocalTime, skippedTimeNote, timeZone, toLocalTime } from '../forms/local-time.ts';
import { type VideoDraft, videoLabels } from '../records/video.ts';

const hints: Record<EditableState, string> = {
  published: 'Visitors see the post as soon as it is saved.',
  draft: 'Only admins see it. Image and link may follow.',
  scheduled: 'It is published by itself when its time comes.',
};

const hourMs = 3_600_000;

/** The next full hour, so that a time only needs to be corrected. */
const nextHour = () => new Date(Math.ceil((Date.now() + 1) / hourMs) * hourMs).toISOString();

interface PublicationFieldsProps {
  draft: VideoDraft;
  /** The cases and blocks that withhold the post from visitors. */
  withheldBy: readonly string[];
  onChange: (draft: VideoDraft) => void;
}

function WithheldNote({ by }: { by: readonly string[] }) {
  return (
    <p role="note" className="rounded-xl border border-line bg-raised px-3.5 py-2.5 text-sm">
      <b>Withheld from visitors</b>
      {by.length > 0 && ` by ${by.join(', ')}`}. It returns by itself once nothing withholds it any more.
    </p>
  );
}

/** Whether and when visitors see the post. */
export function PublicationFields({ draft, withheldBy, onChange }: PublicationFieldsProps) {
  const [skipped, setSkipped] = useState<string>();
  const setTime = (local: string) => {
    setSkipped(skippedTimeNote(local));
    onChange({ ...draft, publishAt: fromLocalTime(local) });
  };
  const setState = (state: EditableState) => {
    const publishAt = state === 'scheduled' ? draft.publishAt || nextHour() : '';
    onChange({ ...draft, state, publishAt });
  };
  if (draft.state === 'withheld') return <WithheldNote by={withheldBy} />;
  return (
    <>
      <SelectField
        name="state"
        label={videoLabels.state}
        options={editableStates}
        value={draft.state}
        hint={hints[draft.state]}
        onChange={({ target }) => setState(target.value as EditableState)}
      />
      {draft.state === 'scheduled' && (
        <TextField
          name="publishAt"
          label={videoLabels.publishAt}
          type="datetime-local"
          required
          value={toLocalTime(draft.publishAt)}
          hint={skipped ?? `In your time zone, ${timeZone()}`}
          onChange={({ target }) => setTime(target.value)}
        />
      )}
    </>
  );
}
