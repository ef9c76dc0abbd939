import { useEffect, useState } from 'react';
import { maxChangedNames } from '#contract/values/bulk-changes.ts';
import { categories } from '#contract/values/categories.ts';
import { postStates } from '#contract/values/post-filter.ts';
import { Field, SelectField } from '../forms/fields.tsx';
import { NamesField } from '../forms/names-field.tsx';
import type { BulkChangeDraft } from '../records/bulk-change.ts';
import { adminClient } from '../session/admin-client.ts';

interface ChangeFieldsProps {
  change: BulkChangeDraft;
  onChange: (change: BulkChangeDraft) => void;
}

function PartnerField({ change, onChange }: ChangeFieldsProps) {
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

function StateFields({ change, onChange }: ChangeFieldsProps) {
  return (
    <>
      <SelectField
        label="Publish state"
        name="state"
        options={postStates}
        value={change.state}
        onChange={({ target }) => onChange({ ...change, state: target.value as (typeof postStates)[number] })}
      />
      {change.state === 'scheduled' && (
        <Field label="Publish at" name="publishAt">
          {(attributes) => (
            <input
              {...attributes}
              type="datetime-local"
              className="field"
              onChange={({ target }) => {
                const { publishAt, ...rest } = change;
                const at = new Date(target.value);
                onChange(Number.isNaN(at.getTime()) ? rest : { ...rest, publishAt: at.toISOString() });
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The values that a kind of change needs. */
export function ChangeFields({ change, onChange }: ChangeFieldsProps) {
  switch (change.kind) {
    case 'addTags':
    case 'removeTags':
      return (
        <NamesField
          name="tags"
          label="Tags"
          listLabel="Chosen tags"
          kind="tag"
          names={change.tags ?? []}
          maxNames={maxChangedNames}
          onChange={(tags) => onChange({ ...change, tags })}
        />
      );
    case 'addStars':
    case 'removeStars':
      return (
        <NamesField
          name="stars"
          label="Stars"
          listLabel="Chosen stars"
          kind="performer"
          names={change.stars ?? []}
          maxNames={maxChangedNames}
          onChange={(stars) => onChange({ ...change, stars })}
        />
      );
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
    case 'setState':
      return <StateFields change={change} onChange={onChange} />;
    default:
      return null;
  }
}
