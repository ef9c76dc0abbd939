import { type SubmitEvent, useEffect, useState } from 'react';
import { ApiError } from '#contract/calls/api-error.ts';
import { limits } from '#contract/values/fields.ts';
import { isNameSlug, type NameKind, slugOf } from '#contract/values/names.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { useKeptDraft } from '../drafts.ts';
import { TextField } from '../forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../forms/form.tsx';
import { NamesField } from '../forms/names-field.tsx';
import { Problem } from '../screen-parts.tsx';
import {
  type ListedName,
  loadName,
  mergeNames,
  type NameChange,
  type NamedRecord,
  posts,
  quoted,
  renameName,
  words,
} from './names.ts';

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

interface MergeDialogProps {
  kind: NameKind;
  /** The slugs to merge. */
  from: string[];
  into: string | undefined;
  onClose: () => void;
  onDone: (change: NameChange) => Promise<void>;
}

const maxMerged = 20;

interface MergeDraft {
  from: string[];
  into: string[];
  /** Text in the inputs that hasn't been added yet. */
  typed: { from: string; into: string };
}

/** The records of the entered names; null for names that don't exist. */
const useKnownNames = (kind: NameKind, typed: string[]) => {
  const [known, setKnown] = useState<Record<string, NamedRecord | null>>({});
  const missing = typed.filter((name) => !(name in known)).join('\n');
  useEffect(() => {
    let isCurrent = true;
    for (const name of missing.split('\n').filter((each) => each !== ''))
      void loadName(kind, slugOf(name))
        .catch(() => null)
        .then((found) => isCurrent && setKnown((before) => ({ ...before, [name]: found })));
    return () => {
      isCurrent = false;
    };
  }, [kind, missing]);
  return known;
};

export function MergeDialog({ kind, from: initial, into: initialInto, onClose, onDone }: MergeDialogProps) {
  const [start] = useState<MergeDraft>({
    from: initial,
    into: initialInto === undefined ? [] : [initialInto],
    typed: { from: '', into: '' },
  });
  const [draft, setDraft] = useState(start);
  const { from, into } = draft;
  const kept = useKeptDraft<MergeDraft>(`merge-${kind}`, { id: [...start.from, '', ...start.into].join(' ') });
  const { busy, problem, errors, submit } = useSubmit('These could not be merged.');
  const known = useKnownNames(kind, [...from, ...into]);
  const { one, many } = words[kind];
  const target = known[into[0] ?? ''];
  const merged = from.flatMap((name) => known[name] ?? []).filter(({ slug }) => slug !== target?.slug);
  const unknown = [...from, ...into].filter((name) => known[name] === null);
  const isReady = target != null && merged.length > 0 && unknown.length === 0;

  const isSame = ({ from, into, typed }: MergeDraft) =>
    JSON.stringify([from, into, typed]) === JSON.stringify([start.from, start.into, start.typed]);
  const change = (changed: MergeDraft) => {
    setDraft(changed);
    if (isSame(changed)) kept.drop();
    else kept.keep(changed);
  };
  const fieldOf = (key: 'from' | 'into') => ({
    name: key,
    kind,
    names: draft[key],
    missing: 'unknown' as const,
    typed: draft.typed[key],
    onType: (text: string) => change({ ...draft, typed: { ...draft.typed, [key]: text } }),
    onChange: (names: string[], rest: string) =>
      change({ ...draft, [key]: names, typed: { ...draft.typed, [key]: rest } }),
  });

  const merge = (event: SubmitEvent) => {
    event.preventDefault();
    if (!target) return;
    void submit(async () => {
      const slugs = merged.map(({ slug }) => slug);
      const done = await mergeNames(kind, [...new Set(slugs)], target.slug);
      kept.drop();
      onClose();
      await onDone(done);
    });
  };

  const preview = () => {
    if (unknown.length > 0) return `There is no ${one} ${quoted(unknown)}.`;
    if (!isReady) return `Choose the ${one} that remains.`;
    const count = merged.reduce((sum, each) => sum + each.count, 0);
    const amount = merged.length > 1 ? `Up to ${posts(count)}` : posts(count);
    const names = quoted(merged.map(({ name }) => name));
    return `${amount} will have “${target.name}” instead of ${names}. Their URLs will lead to it, and searches for them will find it. You can undo this for 30 days.`;
  };

  return (
    <FormDialog open title={`Merge ${many}`} unsaved={!isSame(draft) && !busy} onDiscard={kept.drop} onClose={onClose}>
      <Problem message={problem} />
      <DraftOffer {...kept} onContinue={(found) => setDraft(kept.take(found))} onDiscard={kept.refuse}>
        <Form errors={errors} className="flex flex-col gap-4" onSubmit={merge}>
          <NamesField label="Merge" listLabel={`Merged ${many}`} maxNames={maxMerged} {...fieldOf('from')} />
          <NamesField label="Into" listLabel="What remains" maxNames={1} {...fieldOf('into')} />
          <p className="text-sm text-muted" aria-live="polite">
            {preview()}
          </p>
          <FormButtons submit="Merge" busy={busy || !isReady} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}
