import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { recordParts } from '#contract/values/post-fields.ts';
import type { BulkChangeKind } from '#contract/values/posts.ts';
import { Icon } from '../../../components/icon.tsx';
import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../drafts.ts';
import { fullCount } from '../format.ts';
import { Field } from '../forms/fields.tsx';
import { Form, FormButtons } from '../forms/form.tsx';
import { failureMessage } from '../session/failure.ts';
import { useOnce } from '../use-once.ts';
import {
  type BulkChangeDraft,
  type BulkSelection,
  follow,
  type Preview,
  previewBulkChange,
  startBulkChange,
} from './bulk-changes.ts';
import { ChangeFields } from './change-fields.tsx';
import { kindLabels, posts, previewSentence } from './change-words.ts';
import type { PostSelection } from './selection.tsx';

interface KeptChange {
  change: BulkChangeDraft;
  /** Text in the input for names that hasn't been added yet. */
  typed: string;
}

const changeOf = (kind: BulkChangeKind): BulkChangeDraft => {
  if (kind === 'setCategory') return { kind, Category: 'english' };
  if (kind === 'setPartner') return { kind, partner: null };
  if (kind === 'setRecords') return { kind, onlyMissing: true };
  if (kind === 'setState') return { kind, state: 'published' };
  return { kind };
};

/** Empty lists are ignored: a name that was added and removed again leaves one. */
const textOf = (draft: KeptChange) =>
  JSON.stringify(draft, (_, value) => (Array.isArray(value) && value.length === 0 ? undefined : value));

/** The chosen change, kept as a draft without the selected posts: it is offered for the next selection. */
const useChangeDraft = (kinds: readonly BulkChangeKind[]) => {
  const [start] = useState<KeptChange>(() => ({ change: changeOf(kinds[0] ?? 'addTags'), typed: '' }));
  const [draft, setDraft] = useState(start);
  // With a single kind of change, there is nothing to enter.
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

interface ChangeDialogProps {
  selection: BulkSelection;
  count: number;
  kinds: readonly BulkChangeKind[];
  onClose: () => void;
  onStarted: () => void;
}

const previewAfterMs = 250;
const failed = 'The posts could not be changed.';

const problems: Partial<Record<BulkChangeKind, string>> = {
  setState: 'Choose when to publish the posts.',
  setRecords: 'Enter at least one part of the records.',
};

/** Whether the change has all values that a preview needs. */
const isComplete = (change: BulkChangeDraft) => {
  const { kind, tags = [], stars = [], state, publishAt } = change;
  if (kind === 'setRecords') return recordParts.some((part) => change[part]?.trim());
  if (kind === 'addTags' || kind === 'removeTags') return tags.length > 0;
  if (kind === 'addStars' || kind === 'removeStars') return stars.length > 0;
  return state !== 'scheduled' || publishAt !== undefined;
};

const previewOf = async (selection: BulkSelection, change: BulkChangeDraft): Promise<Preview | string> =>
  previewBulkChange(selection, change).catch((error: unknown) => failureMessage(error, failed));

/** Chooses a change of the selected posts, with a preview of how many will change. */
function ChangeDialog({ selection, count, kinds, onClose, onStarted }: ChangeDialogProps) {
  const draft = useChangeDraft(kinds);
  const { change, typed, kept } = draft;
  const [problem, setProblem] = useState<string>();
  const { busy, once } = useOnce();
  const form = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    first.current = form.current?.querySelector<HTMLElement>('input') ?? form.current?.querySelector('select') ?? null;
  });
  const key = isComplete(change) ? JSON.stringify(change) : '';
  const previewed = useDebouncedFetch(key, previewAfterMs, () => previewOf(selection, change));
  const preview = key !== '' && previewed?.key === key ? previewed.result : undefined;

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete(change)) {
      setProblem(problems[change.kind] ?? 'Enter at least one name.');
      return;
    }
    void once(async () => {
      try {
        follow(await startBulkChange(selection, change));
        kept.drop();
        onStarted();
      } catch (error) {
        setProblem(failureMessage(error, failed));
      }
    });
  };
  const sentence = typeof preview === 'object' ? previewSentence(preview, change) : preview;

  return (
    <FormDialog
      open
      title={`Change ${posts(count)}`}
      size="narrow"
      unsaved={draft.isEdited && !busy}
      onDiscard={kept.drop}
      onClose={onClose}
      initialFocus={first}
    >
      <DraftOffer {...kept} onContinue={draft.continueDraft} onDiscard={kept.refuse}>
        <Form className="flex flex-col gap-4" onSubmit={apply}>
          <div ref={form} className="grid gap-4">
            <Field label="What to change" name="kind">
              {(attributes) => (
                <select
                  {...attributes}
                  className="field"
                  value={change.kind}
                  onChange={({ target }) => {
                    setProblem(undefined);
                    draft.setKind(target.value as BulkChangeKind);
                  }}
                >
                  {kinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {kindLabels[kind]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <ChangeFields
              change={change}
              typed={typed}
              onChange={(changed, text) => {
                setProblem(undefined);
                draft.setChange(changed, text);
              }}
            />
          </div>
          <p role="status" className="min-h-6 text-sm">
            {problem ? <span className="text-danger">{problem}</span> : (sentence ?? (key === '' ? '' : 'Counting…'))}
          </p>
          <p className="text-[13px] text-muted">You can undo the whole change for 30 days.</p>
          <FormButtons submit="Apply" busy={busy} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}

interface SelectionBarProps {
  selection: PostSelection;
  total: number;
  kinds: readonly BulkChangeKind[];
}

/** The actions for the selected rows, sticky at the bottom of the screen. */
export function SelectionBar({ selection, total, kinds }: SelectionBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { count, selectAll, clear } = selection;
  if (!selection.selection) return null;
  return (
    <section
      aria-label="Selection"
      className="selection-bar sticky bottom-4 z-30 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center max-sm:w-full gap-x-3 gap-y-2 rounded-2xl border border-line bg-surface py-2 pr-2 pl-4 shadow-pop"
    >
      <p aria-live="polite" className="text-sm font-medium tabular-nums max-sm:basis-[calc(100%-56px)]">
        {posts(count)} selected
      </p>
      {selectAll ? (
        <button type="button" className="btn btn-quiet h-10 px-3 text-sm max-sm:order-2" onClick={selectAll}>
          Select all {fullCount(total)} that match
        </button>
      ) : (
        !selection.isPageSelected && (
          <button
            type="button"
            className="btn btn-quiet h-10 px-3 text-sm max-sm:order-2 md:hidden"
            onClick={selection.togglePage}
          >
            Select this page
          </button>
        )
      )}
      <button
        type="button"
        className="btn btn-primary h-10 px-4 text-sm max-sm:order-2 max-sm:grow"
        onClick={() => setOpen(true)}
      >
        Change…
      </button>
      <button type="button" className="icon-button" aria-label="Clear selection" onClick={clear}>
        <Icon name="close" />
      </button>
      {isOpen && (
        <ChangeDialog
          selection={selection.selection}
          count={count}
          kinds={kinds}
          onClose={() => setOpen(false)}
          onStarted={() => {
            setOpen(false);
            clear();
          }}
        />
      )}
    </section>
  );
}
