import { type SubmitEvent, useEffect, useState } from 'react';
import { type NameKind, slugOf } from '#contract/values/names.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { useKeptDraft } from '../drafts.ts';
import { Form, FormButtons, useSubmit } from '../forms/form.tsx';
import { NamesField } from '../forms/names-field.tsx';
import { Problem } from '../screen-parts.tsx';
import { loadName, mergeNames, type NameChange, type NamedRecord, posts, quoted, words } from './names.ts';

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
