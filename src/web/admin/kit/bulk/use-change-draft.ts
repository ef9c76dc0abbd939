import { useState } from 'react';
import type { BulkChangeKind } from '#contract/values/bulk-changes.ts';
import type { KeptDraft } from '../drafts/draft-store.ts';
import { useKeptDraft } from '../drafts/use-kept-draft.ts';
import type { BulkChangeDraft } from '../records/bulk-change.ts';

interface KeptChange {
  change: BulkChangeDraft;
  /** A name that is not among the chosen ones yet. */
  typed: string;
}

const changeOf = (kind: BulkChangeKind): BulkChangeDraft => {
  if (kind === 'setCategory') return { kind, Category: 'english' };
  if (kind === 'setPartner') return { kind, partner: null };
  if (kind === 'setRecords') return { kind, onlyMissing: true };
  if (kind === 'setState') return { kind, state: 'published' };
  return { kind };
};

/** A name that was added and removed again leaves an empty list. */
const textOf = (draft: KeptChange) =>
  JSON.stringify(draft, (_, value) => (Array.isArray(value) && value.length === 0 ? undefined : value));

/** What is chosen for the selected posts. A draft holds no posts: it is offered for those that are selected next. */
export const useChangeDraft = (kinds: readonly BulkChangeKind[]) => {
  const [start] = useState<KeptChange>(() => ({ change: changeOf(kinds[0] ?? 'addTags'), typed: '' }));
  const [draft, setDraft] = useState(start);
  // Where there is no choice, nothing can be entered either.
  const kept = useKeptDraft<KeptChange>('bulk-change', null, { offers: kinds.length > 1 });
  const isEdited = (edited: KeptChange) => textOf(edited) !== textOf(start);
  const set = (changed: KeptChange) => {
    setDraft(changed);
    if (isEdited(changed)) kept.keep(changed);
    else kept.drop();
  };
  return {
    ...draft,
    kept,
    isEdited: isEdited(draft),
    setKind: (kind: BulkChangeKind) => set({ change: changeOf(kind), typed: '' }),
    setChange: (change: BulkChangeDraft, typed = draft.typed) => set({ change, typed }),
    continueDraft: (found: KeptDraft<KeptChange>) => setDraft(kept.take(found)),
  };
};
