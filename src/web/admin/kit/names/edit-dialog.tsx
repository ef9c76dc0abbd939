import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/fields.ts';
import type { NameKind } from '#contract/values/names.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../drafts.ts';
import { type FieldErrors, TextAreaField, TextField } from '../forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../forms/form.tsx';
import { UploadedImageField } from '../forms/image-fields.tsx';
import { Problem } from '../screen-parts.tsx';
import { isConflict } from '../session/failure.ts';
import { RowButton } from '../table/row-actions.tsx';
import {
  addNameAlias,
  describeName,
  loadName,
  type NameChange,
  type NamedRecord,
  posts,
  splitName,
  words,
} from './names.ts';

interface OtherNamesProps {
  kind: NameKind;
  aliases: NamedRecord['aliases'];
  /** Text in the input that hasn't been added yet. */
  text: string;
  busy: boolean;
  errors: FieldErrors | undefined;
  onType: (text: string) => void;
  onAdd: () => void;
  onSplit: (slug: string, withPosts: boolean) => void;
}

/** Aliases, which searches find and whose URLs redirect here. */
function OtherNames({ kind, aliases, text, busy, errors, onType, onAdd, onSplit }: OtherNamesProps) {
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onAdd();
  };
  return (
    <section aria-label="Other names" className="grid gap-3">
      {aliases.length > 0 && (
        <ul className="grid gap-2">
          {aliases.map((alias) => (
            <li
              key={alias.slug}
              className="flex items-center justify-between gap-3 rounded-xl bg-raised py-1.5 pr-1.5 pl-4"
            >
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{alias.name}</bdi>
              <span className="flex flex-wrap justify-end gap-1.5">
                {alias.posts > 0 && (
                  <RowButton
                    label={`Split off ${alias.name} with ${posts(alias.posts)}`}
                    disabled={busy}
                    onClick={() => onSplit(alias.slug, true)}
                  >
                    Split off with {posts(alias.posts)}
                  </RowButton>
                )}
                <RowButton label={`Split off ${alias.name}`} disabled={busy} onClick={() => onSplit(alias.slug, false)}>
                  {alias.posts > 0 ? 'Name only' : 'Split off'}
                </RowButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Form errors={errors} className="flex items-end gap-2" onSubmit={add}>
        <div className="min-w-0 flex-1">
          <TextField
            label="Other name"
            name="alias"
            placeholder={`Another name of this ${words[kind].one}`}
            maxLength={limits.performer.name}
            value={text}
            onChange={(event) => onType(event.target.value)}
          />
        </div>
        <button type="submit" className="btn btn-quiet" disabled={busy || text.trim() === ''} aria-busy={busy}>
          Add
        </button>
      </Form>
    </section>
  );
}

interface NameDraft {
  /** Another name that hasn't been added yet. */
  alias: string;
  description: string;
  image: string;
}

interface EditDialogProps {
  named: NamedRecord;
  onClose: () => void;
  onDone: (change: NameChange) => Promise<void>;
}

const hasSameDescription = (one: NameDraft, other: NameDraft) =>
  one.description === other.description && one.image === other.image;

/** The state of the dialog. Other names are added and split off immediately; the rest is saved with the form. */
const useNameEditor = ({ named, onClose, onDone }: EditDialogProps) => {
  const { kind, slug } = named;
  const start: NameDraft = { alias: '', description: named.description, image: named.image };
  const [draft, setDraft] = useState(start);
  const [aliases, setAliases] = useState(named.aliases);
  /** The version that somebody else has saved meanwhile. */
  const [theirs, setTheirs] = useState<NamedRecord>();
  const kept = useKeptDraft<NameDraft>(`describe-${kind}`, named);
  const { busy, problem, errors, submit, clearFailure } = useSubmit('This could not be saved.', 'alias');
  const differs = (text: NameDraft) => text.alias.trim() !== '' || !hasSameDescription(text, start);

  const set = (part: Partial<NameDraft>) =>
    // An updater function, because input may continue while another name is being added.
    setDraft((before) => {
      const after = { ...before, ...part };
      if (differs(after)) kept.keep(after);
      else kept.drop();
      return after;
    });

  /** Keeps the dialog open, with the rest of its input. */
  const changeAliases = async (change: NameChange) => {
    await onDone(change);
    const reloaded = await loadName(kind, slug).catch(() => null);
    if (reloaded) setAliases(reloaded.aliases);
  };
  const addTyped = async () => {
    const change = await addNameAlias(kind, slug, draft.alias);
    set({ alias: '' });
    await changeAliases(change);
  };

  const describe = async (version: number) => {
    const change = await describeName({ ...named, version }, { description: draft.description, image: draft.image });
    kept.drop();
    onClose();
    await onDone(change);
  };
  const save = async () => {
    if (draft.alias.trim() !== '') await addTyped();
    if (hasSameDescription(draft, start)) return onClose();
    try {
      await describe(kept.version ?? named.version);
    } catch (error) {
      if (!isConflict(error) || !error.current) throw error;
      setTheirs(await loadName(kind, slug));
    }
  };

  return {
    kept,
    draft,
    aliases,
    theirs,
    isEdited: differs(draft),
    busy,
    problem,
    errors,
    set,
    save: () => void submit(save),
    addAlias: () => void submit(addTyped),
    split: (alias: string, withPosts: boolean) =>
      void submit(async () => changeAliases(await splitName(kind, slug, alias, withPosts))),
    continueDraft: (found: KeptDraft<NameDraft>) => setDraft(kept.take(found)),
    keepMine: () => theirs && void submit(() => describe(theirs.version)),
    takeTheirs: () => {
      clearFailure();
      kept.drop();
      onClose();
    },
  };
};

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
      {/* The comparison explains the conflict itself. */}
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
