import type { SubmitEvent } from 'react';
import { limits } from '#contract/values/limits.ts';
import type { NameKind } from '#contract/values/name-kinds.ts';
import type { FieldErrors } from '../forms/field-errors.ts';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import type { NamedRecord } from '../records/name.ts';
import { RowButton } from '../table/row-actions.tsx';
import { words } from './name-words.ts';

interface OtherNamesProps {
  kind: NameKind;
  aliases: NamedRecord['aliases'];
  /** What is typed and not added yet. */
  text: string;
  busy: boolean;
  errors: FieldErrors | undefined;
  onType: (text: string) => void;
  onAdd: () => void;
  onSplit: (slug: string) => void;
}

/** Former and other names, which searches find and whose addresses lead here. */
export function OtherNames({ kind, aliases, text, busy, errors, onType, onAdd, onSplit }: OtherNamesProps) {
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onAdd();
  };
  return (
    <section aria-label="Other names" className="grid gap-3">
      {aliases.length > 0 && (
        <ul className="grid gap-2">
          {aliases.map((alias) => (
            <li
              key={alias.slug}
              className="flex items-center justify-between gap-3 rounded-xl bg-raised py-1.5 pr-1.5 pl-4"
            >
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{alias.name}</bdi>
              <RowButton label={`Split off ${alias.name}`} disabled={busy} onClick={() => onSplit(alias.slug)}>
                Split off
              </RowButton>
            </li>
          ))}
        </ul>
      )}
      <Form errors={errors} className="flex items-end gap-2" onSubmit={add}>
        <div className="min-w-0 flex-1">
          <TextField
            label="Other name"
            name="alias"
            placeholder={`Another name of this ${words[kind].one}`}
            maxLength={limits.performer.name}
            value={text}
            onChange={(event) => onType(event.target.value)}
          />
        </div>
        <button type="submit" className="btn btn-quiet" disabled={busy || text.trim() === ''} aria-busy={busy}>
          Add
        </button>
      </Form>
    </section>
  );
}
