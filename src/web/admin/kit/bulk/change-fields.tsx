import { useEffect, useState } from 'react';
import { categories } from '#contract/values/categories.ts';
import { type EditableState, editableStates, maxChangedNames } from '#contract/values/posts.ts';
import { CheckboxField, Field, SelectField } from '../forms/fields.tsx';
import { fromLocalTime, skippedTimeNote, toLocalTime } from '../forms/local-time.ts';
import { NamesField } from '../forms/names-field.tsx';
import { adminClient } from '../session/admin-client.ts';
import { RecordFields } from '../video-form/record-fields.tsx';
import type { BulkChangeDraft } from './bulk-changes.ts';

interface FieldsProps {
  change: BulkChangeDraft;
  onChange: (change: BulkChangeDraft) => void;
}

interface ChangeFieldsProps extends FieldsProps {
  /** Text in the input for names that hasn't been added yet. */
  typed: string;
  /** `typed` is passed if it has changed too. */
  onChange: (change: BulkChangeDraft, typed?: string) => void;
}

function PartnerField({ change, onChange }: FieldsProps) {
  const [partners, setPartners] = useState<{ _id: string; name: string }[]>([]);
  useEffect(() => {
    adminClient.getNetworks().then(setPartners, console.warn);
  }, []);
  return (
    <Field label="Network" name="partner">
      {(attributes) => (
        <select
          {...attributes}
          className="field"
          value={change.partner ?? ''}
          onChange={({ target }) => onChange({ ...change, partner: target.value === '' ? null : target.value })}
        >
          <option value="">None</option>
          {partners.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function StateFields({ change, onChange }: FieldsProps) {
  const [skipped, setSkipped] = useState<string>();
  const setTime = (local: string) => {
    const { publishAt, ...rest } = change;
    const at = fromLocalTime(local);
    setSkipped(skippedTimeNote(local));
    onChange(at === '' ? rest : { ...rest, publishAt: at });
  };
  return (
    <>
      <SelectField
        label="Publish state"
        name="state"
        options={editableStates}
        value={change.state}
        onChange={({ target }) => onChange({ ...change, state: target.value as EditableState })}
      />
      {change.state === 'scheduled' && (
        <Field label="Publish at" name="publishAt" hint={skipped}>
          {(attributes) => (
            <input
              {...attributes}
              type="datetime-local"
              className="field"
              value={toLocalTime(change.publishAt ?? '')}
              onChange={({ target }) => setTime(target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

function RecordsFields({ change, onChange }: FieldsProps) {
  const { source = '', rightsHolder = '', consent = '', recordDate } = change;
  const records = { source, rightsHolder, consent, recordDate: recordDate ?? '' };
  return (
    <>
      <RecordFields
        records={records}
        onChange={({ recordDate: day, ...texts }) =>
          onChange({ ...change, ...texts, ...(day === undefined ? {} : { recordDate: day || null }) })
        }
      />
      <CheckboxField
        label="Only where it is missing"
        name="onlyMissing"
        hint="Posts keep what they already have. Fields left empty here change nothing."
        checked={change.onlyMissing ?? false}
        onChange={({ target }) => onChange({ ...change, onlyMissing: target.checked })}
      />
    </>
  );
}

/** The fields for each kind of change. */
export function ChangeFields({ change, typed, onChange }: ChangeFieldsProps) {
  const namesField = (key: 'tags' | 'stars') => (
    <NamesField
      name={key}
      label={key === 'tags' ? 'Tags' : 'Stars'}
      listLabel={`Chosen ${key}`}
      kind={key === 'tags' ? 'tag' : 'performer'}
      names={change[key] ?? []}
      maxNames={maxChangedNames}
      missing={change.kind.startsWith('add') ? 'new' : 'unknown'}
      typed={typed}
      onType={(text) => onChange(change, text)}
      onChange={(names, rest) => onChange({ ...change, [key]: names }, rest)}
    />
  );
  switch (change.kind) {
    case 'addTags':
    case 'removeTags':
      return namesField('tags');
    case 'addStars':
    case 'removeStars':
      return namesField('stars');
    case 'setCategory':
      return (
        <SelectField
          label="Category"
          name="Category"
          options={categories}
          value={change.Category}
          onChange={({ target }) => onChange({ ...change, Category: target.value as (typeof categories)[number] })}
        />
      );
    case 'setPartner':
      return <PartnerField change={change} onChange={onChange} />;
    case 'setRecords':
      return <RecordsFields change={change} onChange={onChange} />;
    case 'setState':
      return <StateFields change={change} onChange={onChange} />;
    default:
      return null;
  }
}
