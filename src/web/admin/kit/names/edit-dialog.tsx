import type { SubmitEvent } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { DraftOffer } from '../drafts/draft-offer.tsx';
import { TextAreaField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { UploadedImageField } from '../forms/uploaded-image-field.tsx';
import type { NameChange, NamedRecord } from '../records/name.ts';
import { Problem } from '../screen/problem.tsx';
import { words } from './name-words.ts';
import { OtherNames } from './other-names.tsx';
import { useNameEditor } from './use-name-editor.ts';

interface EditDialogProps {
  named: NamedRecord;
  onClose: () => void;
  onDone: (change: NameChange) => Promise<void>;
}

const labels = { description: 'Description', image: 'Picture URL' };

/** The description, the picture and the other names of a tag or performer. */
export function EditDialog({ named, onClose, onDone }: EditDialogProps) {
  const editor = useNameEditor({ named, onClose, onDone });
  const { kept, draft, set, theirs, busy } = editor;
  const text = (key: keyof typeof labels) => ({
    name: key,
    label: labels[key],
    value: draft[key],
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    editor.save();
  };

  return (
    <FormDialog
      open
      title={`${words[named.kind].One} “${named.name}”`}
      unsaved={editor.isEdited && !busy}
      onDiscard={kept.drop}
      onClose={onClose}
    >
      {/* The comparison says itself why it is shown. */}
      {!theirs && <Problem message={editor.problem} />}
      {theirs ? (
        <VersionComparison
          labels={labels}
          mine={{ description: draft.description, image: draft.image }}
          theirs={{ description: theirs.description, image: theirs.image }}
          busy={busy}
          onKeepMine={editor.keepMine}
          onTakeTheirs={editor.takeTheirs}
        />
      ) : (
        <DraftOffer {...kept} onContinue={editor.continueDraft} onDiscard={kept.refuse}>
          <div className="flex flex-col gap-6">
            <OtherNames
              kind={named.kind}
              aliases={editor.aliases}
              text={draft.alias}
              busy={busy}
              errors={editor.errors}
              onType={(alias) => set({ alias })}
              onAdd={editor.addAlias}
              onSplit={editor.split}
            />
            <Form errors={editor.errors} className="flex flex-col gap-4" onSubmit={save}>
              <TextAreaField
                {...text('description')}
                hint="Shown on its page."
                maxLength={limits.performer.description}
              />
              <UploadedImageField {...text('image')} />
              <FormButtons submit="Save" busy={busy || !editor.isEdited} />
            </Form>
          </div>
        </DraftOffer>
      )}
    </FormDialog>
  );
}
