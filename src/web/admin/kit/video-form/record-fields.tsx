import { limits } from '#contract/values/fields.ts';
import { postFields, type RecordPart } from '#contract/values/post-fields.ts';
import { TextAreaField, TextField } from '../forms/fields.tsx';

export type RecordTexts = Record<RecordPart, string>;

interface RecordFieldsProps {
  records: RecordTexts;
  onChange: (records: Partial<RecordTexts>) => void;
}

/** Where a post comes from, and who keeps the records and the consent for it. */
export function RecordFields({ records, onChange }: RecordFieldsProps) {
  const field = (part: RecordPart) => ({
    name: part,
    label: postFields[part].label,
    value: records[part],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [part]: target.value }),
  });
  return (
    <>
      <TextField
        {...field('source')}
        maxLength={limits.video.source}
        hint="Who or which site the video was taken from"
      />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField {...field('rightsHolder')} maxLength={limits.video.rightsHolder} />
        <TextField {...field('recordDate')} type="date" min="1900-01-01" max="2099-12-31" />
      </div>
      <TextAreaField
        {...field('consent')}
        rows={2}
        maxLength={limits.video.consent}
        hint="The proof that everybody shown agreed and was of age, and where it is kept"
      />
    </>
  );
}
