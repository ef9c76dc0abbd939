import { type FormEvent, useEffect, useId, useState } from 'react';
import { limits } from '#contract/values/fields.ts';
import { type BlockedKind, blockKinds } from '#contract/values/record-kinds.ts';
import { plural } from '../../components/format.ts';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { DraftOffer } from '../kit/draft-offer.tsx';
import { useKeptDraft } from '../kit/drafts.ts';
import { Field, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../kit/forms/form.tsx';
import { useNameSuggestions } from '../kit/forms/names-field.tsx';
import { loadPartnerNames } from '../kit/records/partner.ts';
import { Problem } from '../kit/screen-parts.tsx';
import { failureMessage } from '../kit/session/failure.ts';
import { addBlock, type Block, type BlockDraft, emptyBlock, kindLabels, previewBlock } from './blocks.ts';

const hints: Record<BlockedKind, string> = {
  host: 'Such as example.com, or any link to it. Its subdomains and mirrors are blocked too.',
  star: 'Its other names are blocked too.',
  network: 'Its logo and its entry on the network page are hidden too.',
};

const noneChosen: string[] = [];

/** Suggests stars by what is typed. There are few enough networks to load them all. */
const useSuggestions = (kind: BlockedKind, text: string): string[] => {
  const [networks, setNetworks] = useState<string[]>([]);
  useEffect(() => {
    if (kind !== 'network') return;
    let isCurrent = true;
    loadPartnerNames().then((names) => isCurrent && setNetworks(names.map(({ name }) => name)), console.warn);
    return () => {
      isCurrent = false;
    };
  }, [kind]);
  const stars = useNameSuggestions('performer', kind === 'star' ? text : '', noneChosen);
  if (kind === 'host') return [];
  return kind === 'star' ? stars : networks;
};

interface ValueFieldProps {
  kind: BlockedKind;
  value: string;
  onChange: (value: string) => void;
}

function ValueField({ kind, value, onChange }: ValueFieldProps) {
  const list = useId();
  const names = useSuggestions(kind, value);
  return (
    <>
      <TextField
        label={kindLabels[kind]}
        name="value"
        required
        autoComplete="off"
        list={list}
        maxLength={limits.block.value}
        hint={hints[kind]}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

interface BlockDialogProps {
  onClose: () => void;
  onAdded: (block: Block) => void;
}

const previewAfterMs = 300;

const previewText = async (draft: BlockDraft): Promise<string> => {
  try {
    const { name, posts, named, isBlocked } = await previewBlock(draft);
    if (isBlocked) return `“${name}” is already blocked.`;
    const hidden = `${plural(posts, 'post')} of “${name}” will be hidden.`;
    if (named === 0) return hidden;
    return `${hidden} ${named === 1 ? '1 more post mentions' : `${plural(named, 'more post')} mention`} it in a text and will stay: search for it under Posts.`;
  } catch (error) {
    return failureMessage(error, 'The posts could not be counted.');
  }
};

const isEdited = (draft: BlockDraft) => JSON.stringify(draft) !== JSON.stringify(emptyBlock);

export function BlockDialog({ onClose, onAdded }: BlockDialogProps) {
  const [draft, setDraft] = useState(emptyBlock);
  const kept = useKeptDraft<BlockDraft>('block', null);
  const { busy, problem, errors, submit } = useSubmit('The block could not be added.');
  const change = (changes: Partial<BlockDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    if (isEdited(changed)) kept.keep(changed);
    else kept.drop();
  };
  const text = (key: 'reason' | 'caseNumber') => ({
    name: key,
    value: draft[key],
    onChange: ({ target }: { target: { value: string } }) => change({ [key]: target.value }),
  });
  const key = draft.value.trim() === '' ? '' : `${draft.kind} ${draft.value.trim()}`;
  const counted = useDebouncedFetch(key, previewAfterMs, () => previewText(draft));
  const preview = counted?.key === key ? counted.result : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const block = await addBlock(draft);
      kept.drop();
      onAdded(block);
    });
  };

  return (
    <FormDialog
      open
      title="Add block"
      size="narrow"
      unsaved={isEdited(draft) && !busy}
      onDiscard={kept.drop}
      onClose={onClose}
    >
      <DraftOffer {...kept} onContinue={(offered) => setDraft(kept.take(offered))} onDiscard={kept.refuse}>
        <Form errors={errors} className="flex flex-col gap-4" onSubmit={save}>
          <Problem message={problem} />
          <Field label="What to block" name="kind">
            {(attributes) => (
              <select
                {...attributes}
                className="field"
                value={draft.kind}
                onChange={({ target }) => change({ kind: target.value as BlockedKind, value: '' })}
              >
                {blockKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {kindLabels[kind]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <ValueField kind={draft.kind} value={draft.value} onChange={(value) => change({ value })} />
          <TextAreaField label="Reason" required rows={2} maxLength={limits.block.reason} {...text('reason')} />
          <TextField label="Case number" maxLength={40} hint="Optional." {...text('caseNumber')} />
          <p role="status" className="min-h-6 text-sm">
            {key === '' ? '' : (preview ?? 'Counting…')}
          </p>
          <p className="text-[13px] text-muted">
            From now on, nothing that belongs to it can be added, edited or restored. Lifting the block restores what it
            hid.
          </p>
          <FormButtons submit="Block" busy={busy} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}
