import { type SubmitEvent, useState } from 'react';
import { ApiError } from '#contract/calls/api-error.ts';
import { limits } from '#contract/values/fields.ts';
import { isNameSlug, type NameKind, slugOf } from '#contract/values/names.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { useKeptDraft } from '../drafts.ts';
import { TextField } from '../forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../forms/form.tsx';
import { Problem } from '../screen-parts.tsx';
import { type ListedName, type NameChange, posts, renameName, words } from './names.ts';

interface RenameDialogProps {
  kind: NameKind;
  named: ListedName;
  onClose: () => void;
  onDone: (change: NameChange) => Promise<void>;
  /** Called to merge with the record that already has the name. */
  onMerge: (from: ListedName, into: string) => void;
}

/** The record that already has the name. */
const holderIn = (error: unknown): { slug: string; name: string } | undefined =>
  error instanceof ApiError && error.status === 409
    ? (error.current as { slug: string; name: string } | undefined)
    : undefined;

export function RenameDialog({ kind, named, onClose, onDone, onMerge }: RenameDialogProps) {
  const [name, setName] = useState(named.name);
  const kept = useKeptDraft<string>(`rename-${kind}`, { id: named.slug });
  const [holder, setHolder] = useState<{ slug: string; name: string }>();
  const { busy, problem, errors, submit } = useSubmit('The name could not be changed.', 'name');
  const { one, path } = words[kind];
  const slug = slugOf(name.trim());
  const isUnusable = !isNameSlug(slug) && name.trim() !== '';

  const type = (text: string) => {
    setName(text);
    if (text === named.name) kept.drop();
    else kept.keep(text);
  };
  const rename = (event: SubmitEvent) => {
    event.preventDefault();
    setHolder(undefined);
    void submit(async () => {
      try {
        const change = await renameName(kind, named.slug, name);
        kept.drop();
        onClose();
        await onDone(change);
      } catch (error) {
        setHolder(holderIn(error));
        throw error;
      }
    });
  };

  const merge = (into: string) => {
    kept.drop();
    onMerge(named, into);
  };

  return (
    <FormDialog
      open
      title={`Rename ${one}`}
      unsaved={name !== named.name && !busy}
      onDiscard={kept.drop}
      onClose={onClose}
    >
      <Problem message={problem} />
      <DraftOffer {...kept} onContinue={(draft) => setName(kept.take(draft))} onDiscard={kept.refuse}>
        <Form
          errors={isUnusable ? { ...errors, name: `A ${one} must contain a letter or a digit.` } : errors}
          className="flex flex-col gap-4"
          onSubmit={rename}
        >
          <TextField
            label="Name"
            name="name"
            required
            maxLength={limits.performer.name}
            value={name}
            onChange={(event) => type(event.target.value)}
          />
          <p className="text-sm text-muted">
            {posts(named.count)} will show the new name.
            {slug !== '' && slug !== named.slug && (
              <>
                {' '}
                The URL becomes <bdi className="text-text">{path + slug}</bdi>, and the old one leads to it.
              </>
            )}
          </p>
          <FormButtons submit="Rename" busy={busy} disabled={!isNameSlug(slug) || name.trim() === named.name}>
            {holder && (
              <button type="button" className="btn btn-quiet" onClick={() => merge(holder.slug)}>
                Merge into “{holder.name}”
              </button>
            )}
          </FormButtons>
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}
