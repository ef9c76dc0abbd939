import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { TextAreaField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { isFormEdited } from '../forms/form-edited.ts';
import { formText } from '../forms/form-text.ts';
import { ImageField } from '../forms/image-field.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { describeName, type NameChange, type NamedRecord } from '../records/name.ts';
import { Problem } from '../screen/problem.tsx';
import { words } from './name-words.ts';
import { OtherNames } from './other-names.tsx';

interface EditDialogProps {
  named: NamedRecord;
  onClose: () => void;
  onDone: (change: NameChange) => Promise<void>;
}

/** The description, the picture and the other names of a tag or performer. */
export function EditDialog({ named, onClose, onDone }: EditDialogProps) {
  const [isEdited, setEdited] = useState(false);
  const { busy, problem, errors, submit } = useSubmit('The description could not be saved.');
  const { One } = words[named.kind];

  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void submit(async () => {
      const text = { description: formText(form, 'description'), image: formText(form, 'image') };
      const change = await describeName(named, text);
      onClose();
      await onDone(change);
    });
  };

  return (
    <FormDialog open title={`${One} “${named.name}”`} onClose={onClose}>
      <div className="flex flex-col gap-6">
        <OtherNames named={named} closingDiscards={isEdited} onDone={onDone} onClose={onClose} />
        <div>
          <Problem message={problem} />
          <Form
            errors={errors}
            className="flex flex-col gap-4"
            onSubmit={save}
            onInput={({ currentTarget }) => setEdited(isFormEdited(currentTarget))}
          >
            <TextAreaField
              label="Description"
              name="description"
              hint="Shown on its page."
              maxLength={limits.performer.description}
              defaultValue={named.description}
            />
            <ImageField label="Picture URL" name="image" defaultValue={named.image} />
            <FormButtons submit="Save" busy={busy || !isEdited} />
          </Form>
        </div>
      </div>
    </FormDialog>
  );
}
