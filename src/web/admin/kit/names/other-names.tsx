import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useDiscardQuestion } from '../forms/unsaved-guard.ts';
import { useSubmit } from '../forms/use-submit.ts';
import { addNameAlias, type NameChange, type NamedRecord, splitName } from '../records/name.ts';
import { Problem } from '../screen/problem.tsx';
import { RowButton } from '../table/row-actions.tsx';
import { words } from './name-words.ts';

interface OtherNamesProps {
  named: NamedRecord;
  /** Whether the rest of the dialog would lose something if it closed. */
  closingDiscards: boolean;
  onClose: () => void;
  onDone: (change: NameChange) => Promise<void>;
}

/** Former and other names, which searches find and whose addresses lead here. */
export function OtherNames({ named, closingDiscards, onClose, onDone }: OtherNamesProps) {
  const { kind, slug, aliases } = named;
  const askToDiscard = useDiscardQuestion();
  const [text, setText] = useState('');
  const { busy, problem, errors, submit } = useSubmit('That could not be saved.', 'alias');
  const make = (change: () => Promise<NameChange>) =>
    askToDiscard(
      closingDiscards,
      () =>
        void submit(async () => {
          const made = await change();
          onClose();
          await onDone(made);
        }),
    );
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    void make(() => addNameAlias(kind, slug, text));
  };
  return (
    <section aria-label="Other names" className="grid gap-3">
      <Problem message={problem} />
      {aliases.length > 0 && (
        <ul className="grid gap-2">
          {aliases.map((alias) => (
            <li
              key={alias.slug}
              className="flex items-center justify-between gap-3 rounded-xl bg-raised py-1.5 pr-1.5 pl-4"
            >
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{alias.name}</bdi>
              <RowButton
                label={`Split off ${alias.name}`}
                disabled={busy}
                onClick={() => void make(() => splitName(kind, slug, alias.slug))}
              >
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
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <button type="submit" className="btn btn-quiet" disabled={busy || text.trim() === ''} aria-busy={busy}>
          Add
        </button>
      </Form>
    </section>
  );
}
