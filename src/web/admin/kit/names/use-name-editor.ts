import { useState } from 'react';
import type { KeptDraft } from '../drafts/draft-store.ts';
import { useKeptDraft } from '../drafts/use-kept-draft.ts';
import { useSubmit } from '../forms/use-submit.ts';
import { addNameAlias, describeName, loadName, type NameChange, type NamedRecord, splitName } from '../records/name.ts';
import { isConflict } from '../session/failure.ts';

interface NameDraft {
  /** Another name that is typed and not added yet. */
  alias: string;
  description: string;
  image: string;
}

interface NameEditorOptions {
  named: NamedRecord;
  onClose: () => void;
  onDone: (change: NameChange) => Promise<void>;
}

const isDescribedAlike = (one: NameDraft, other: NameDraft) =>
  one.description === other.description && one.image === other.image;

/** What the dialog of a tag or performer holds and saves. Other names are added and split off at once; the rest is saved. */
export const useNameEditor = ({ named, onClose, onDone }: NameEditorOptions) => {
  const { kind, slug } = named;
  const start: NameDraft = { alias: '', description: named.description, image: named.image };
  const [draft, setDraft] = useState(start);
  const [aliases, setAliases] = useState(named.aliases);
  /** What somebody else has saved meanwhile. */
  const [theirs, setTheirs] = useState<NamedRecord>();
  const kept = useKeptDraft<NameDraft>(`describe-${kind}`, named);
  const { busy, problem, errors, submit, clearFailure } = useSubmit('This could not be saved.', 'alias');
  const differs = (text: NameDraft) => text.alias.trim() !== '' || !isDescribedAlike(text, start);

  const set = (part: Partial<NameDraft>) =>
    // From the latest state, because something may be typed while another name is being added.
    setDraft((before) => {
      const after = { ...before, ...part };
      if (differs(after)) kept.keep(after);
      else kept.drop();
      return after;
    });

  /** The dialog stays open, with what else was typed. */
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
    if (isDescribedAlike(draft, start)) return onClose();
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
    split: (alias: string) => void submit(async () => changeAliases(await splitName(kind, slug, alias))),
    continueDraft: (found: KeptDraft<NameDraft>) => setDraft(kept.take(found)),
    keepMine: () => theirs && void submit(() => describe(theirs.version)),
    takeTheirs: () => {
      clearFailure();
      kept.drop();
      onClose();
    },
  };
};
