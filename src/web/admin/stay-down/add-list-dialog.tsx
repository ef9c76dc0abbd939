import { type FormEvent, useState } from 'react';
import { limits, numeral } from '#contract/values/fields.ts';
import { plural } from '../../components/format.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';
import { notify } from '../kit/toasts.tsx';
import { type AddedList, addHashList } from './stay-down-list.ts';

function BadLines({ bad, badLines }: Pick<AddedList, 'bad' | 'badLines'>) {
  return (
    <div role="alert">
      <p className="text-sm text-danger">
        {plural(bad, 'line isn’t a valid hash', 'lines aren’t valid hashes')} (16 hexadecimal digits), so nothing was
        loaded.
      </p>
      <ul aria-label="Invalid lines" className="mt-3 max-h-60 overflow-y-auto rounded-xl border border-line">
        {badLines.map(({ line, text }) => (
          <li key={line} className="border-b border-line px-3 py-2 text-sm last:border-0 [overflow-wrap:anywhere]">
            <span className="font-medium tabular-nums">Line {line}:</span> <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {bad > badLines.length && (
        <p className="mt-2 text-[13px] text-muted">Only the first {badLines.length} are shown.</p>
      )}
    </div>
  );
}

interface AddListDialogProps {
  onClose: () => void;
  onAdded: () => void;
}

const { bytes, lines, name } = limits.hashLists;

export function AddListDialog({ onClose, onAdded }: AddListDialogProps) {
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<AddedList>();
  const { busy, problem, errors, submit, refuse } = useSubmit('The list could not be loaded.');

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const listName = formText(new FormData(event.currentTarget), 'name');
    setRefused(undefined);
    if (!file) return refuse('Choose a hash list.', 'file');
    if (file.size > bytes)
      return refuse(`The file can be at most ${bytes / 1024 / 1024} MB. Split it into several lists.`, 'file');
    void submit(async () => {
      const added = await addHashList(listName, file);
      if (added.list === null) return setRefused(added);
      notify(`${plural(added.hashes, 'hash', 'hashes')} loaded. Older posts are compared within minutes.`);
      onAdded();
    });
  };

  return (
    <FormDialog open title="Add hash list" onClose={onClose}>
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-sm text-muted">
          A file with one perceptual hash of a picture (64-bit DCT, 16 hexadecimal digits) per line. Text after a # is a
          comment. At most {numeral(lines)} lines and {bytes / 1024 / 1024} MB.
        </p>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={name}
          hint="Shown to admins when a picture is on the list."
        />
        <Field label="File" name="file">
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              required
              className="field h-auto py-2"
              onChange={({ target }) => {
                setFile(target.files?.[0]);
                setRefused(undefined);
              }}
            />
          )}
        </Field>
        <Problem message={problem} />
        {refused && <BadLines {...refused} />}
        <FormButtons submit="Add hash list" busy={busy} />
      </Form>
    </FormDialog>
  );
}
