import { type SubmitEvent, useState } from 'react';
import { ApiError } from '#contract/api-error.ts';
import { limits } from '#contract/values/limits.ts';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { slugOf } from '#contract/values/slug.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { type ListedName, type NameChange, renameName } from '../records/name.ts';
import { Problem } from '../screen/problem.tsx';
import { posts, words } from './name-words.ts';

interface RenameDialogProps {
  kind: NameKind;
  named: ListedName;
  onClose: () => void;
  onDone: (change: NameChange) => Promise<void>;
  /** For a name that is taken. */
  onMerge: (from: ListedName, into: string) => void;
}

/** The name or slug that already has what was typed. */
const holderIn = (error: unknown): { slug: string; name: string } | undefined =>
  error instanceof ApiError && error.status === 409
    ? (error.current as { slug: string; name: string } | undefined)
    : undefined;

export function RenameDialog({ kind, named, onClose, onDone, onMerge }: RenameDialogProps) {
  const [name, setName] = useState(named.name);
  const [holder, setHolder] = useState<{ slug: string; name: string }>();
  const { busy, problem, errors, submit } = useSubmit('The name could not be changed.', 'name');
  const { one, path } = words[kind];
  const slug = slugOf(name.trim());

  const rename = (event: SubmitEvent) => {
    event.preventDefault();
    setHolder(undefined);
    void submit(async () => {
      try {
        const change = await renameName(kind, named.slug, name);
        onClose();
        await onDone(change);
      } catch (error) {
        setHolder(holderIn(error));
        throw error;
      }
    });
  };

  return (
    <FormDialog open title={`Rename ${one}`} onClose={onClose}>
      <Problem message={problem} />
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={rename}>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={limits.performer.name}
          defaultValue={named.name}
          onChange={(event) => setName(event.target.value)}
        />
        <p className="text-sm text-muted">
          {posts(named.count)} will show the new name.
          {slug !== '' && slug !== named.slug && (
            <>
              {' '}
              The address becomes <bdi className="text-text">{path + slug}</bdi>, and the old one leads to it.
            </>
          )}
        </p>
        <FormButtons submit="Rename" busy={busy || slug === '' || name.trim() === named.name}>
          {holder && (
            <button type="button" className="btn btn-quiet" onClick={() => onMerge(named, holder.slug)}>
              Merge into “{holder.name}”
            </button>
          )}
        </FormButtons>
      </Form>
    </FormDialog>
  );
}
