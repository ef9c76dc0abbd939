import { type FormEvent, useState } from 'react';
import { limits } from '#contract/values/fields.ts';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import { follow, startBulkChange } from '../kit/bulk/bulk-changes.ts';
import { posts as postCount } from '../kit/bulk/change-words.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';
import { failureMessage } from '../kit/session/failure.ts';
import { previewReplacement, type Replacement } from './links-list.ts';

interface ReplaceDialogProps {
  host: string;
  onClose: () => void;
  onStarted: () => void;
}

const previewAfterMs = 300;

const load = (from: string, to: string): Promise<Replacement | string> =>
  previewReplacement({ from, to }).catch((error: unknown) => failureMessage(error, 'The posts could not be counted.'));

function Examples({ examples }: Pick<Replacement, 'examples'>) {
  return (
    <ul className="grid gap-px overflow-clip rounded-xl border border-line bg-line">
      {examples.map(({ _id, titel, before, after }) => (
        <li key={_id} className="grid gap-1 bg-surface px-3.5 py-2 text-[13px]">
          <bdi className="font-medium">{titel}</bdi>
          {before.map((link, index) =>
            after[index] === link ? null : (
              <span key={link} className="grid [overflow-wrap:anywhere]">
                <del className="text-muted">{link}</del>
                <ins className="no-underline">{after[index] ?? 'already among the other links'}</ins>
              </span>
            ),
          )}
        </li>
      ))}
    </ul>
  );
}

/** Rewrites the links of a host, with a preview of the first few. */
export function ReplaceDialog({ host, onClose, onStarted }: ReplaceDialogProps) {
  const initial = { from: `${host}/*`, to: '' };
  const [form, setForm] = useState(initial);
  const { busy, problem, errors, submit } = useSubmit('The links could not be replaced.');
  const [from, to] = [form.from.trim(), form.to.trim()];
  const key = from === '' || to === '' ? '' : `${from} ${to}`;
  const previewed = useDebouncedFetch(key, previewAfterMs, () => load(from, to));
  const preview = key !== '' && previewed?.key === key ? previewed.result : undefined;
  const text = (name: 'from' | 'to') => ({
    name,
    required: true,
    maxLength: limits.links.pattern,
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const { host: replaced } = await previewReplacement({ from, to });
      const filter = { host: replaced, state: 'any' as const };
      follow(await startBulkChange({ filter }, { kind: 'replaceLinks', from, to }));
      onStarted();
    });
  };
  const previewText = () => {
    if (key === '') return '';
    if (preview === undefined) return 'Counting…';
    if (typeof preview === 'string') return preview;
    return preview.posts === 0 ? 'No post has a link like this.' : `${postCount(preview.posts)} will change.`;
  };
  return (
    <FormDialog
      open
      title={`Replace links of ${host}`}
      unsaved={JSON.stringify(form) !== JSON.stringify(initial) && !busy}
      onClose={onClose}
    >
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={save}>
        <Problem message={problem} />
        <TextField label="Old form" hint="An asterisk stands for any text, which is kept." {...text('from')} />
        <TextField label="New form" placeholder={`https://new.example/*`} {...text('to')} />
        <p role="status" className="min-h-6 text-sm">
          {previewText()}
        </p>
        {typeof preview === 'object' && preview.examples.length > 0 && <Examples examples={preview.examples} />}
        <p className="text-[13px] text-muted">
          The new links are checked like others. You can undo the whole change for 30 days.
        </p>
        <FormButtons submit="Replace" busy={busy} />
      </Form>
    </FormDialog>
  );
}
