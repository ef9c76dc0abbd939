import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import type { BulkChangeKind } from '#contract/values/bulk-changes.ts';
import { recordParts } from '#contract/values/record-parts.ts';
import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { DraftOffer } from '../drafts/draft-offer.tsx';
import { useOnce } from '../feedback/use-once.ts';
import { Field } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import {
  type BulkChangeDraft,
  type BulkSelection,
  type Preview,
  previewBulkChange,
  startBulkChange,
} from '../records/bulk-change.ts';
import { failureMessage } from '../session/failure.ts';
import { ChangeFields } from './change-fields.tsx';
import { kindLabels, posts } from './change-words.ts';
import { follow } from './followed-changes.ts';
import { previewSentence } from './preview-sentence.ts';
import { useChangeDraft } from './use-change-draft.ts';

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
  setState: 'Choose when the posts are to be published.',
  setRecords: 'Enter at least one part of the records.',
};

/** Whether enough has been chosen to say what would change. */
const isComplete = (change: BulkChangeDraft) => {
  const { kind, tags = [], stars = [], state, publishAt } = change;
  if (kind === 'setRecords') return recordParts.some((part) => change[part]?.trim());
  if (kind === 'addTags' || kind === 'removeTags') return tags.length > 0;
  if (kind === 'addStars' || kind === 'removeStars') return stars.length > 0;
  return state !== 'scheduled' || publishAt !== undefined;
};

const previewOf = async (selection: BulkSelection, change: BulkChangeDraft): Promise<Preview | string> =>
  previewBulkChange(selection, change).catch((error: unknown) => failureMessage(error, failed));

/** Chooses what to do to the selected posts, and says how many will change before it is done. */
export function ChangeDialog({ selection, count, kinds, onClose, onStarted }: ChangeDialogProps) {
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
          <p className="text-[13px] text-muted">It can be undone as a whole for 30 days.</p>
          <FormButtons submit="Apply" busy={busy} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}
