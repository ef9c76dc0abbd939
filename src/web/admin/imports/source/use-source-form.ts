import { useRef, useState } from 'react';
import type { ImportSourceRecord } from '#contract/import-sources.ts';
import type { KeptDraft } from '../../kit/drafts/draft-store.ts';
import { useKeptDraft } from '../../kit/drafts/use-kept-draft.ts';
import { useUnsavedGuard } from '../../kit/forms/unsaved-guard.ts';
import { useSubmit } from '../../kit/forms/use-submit.ts';
import { type ImportSource, sourceFromWire, updateSource } from '../../kit/records/import-source.ts';
import { isConflict } from '../../kit/session/failure.ts';
import { isSameDraft, type SourceDraft, toSourceDraft, toSourceEdit } from './source-draft.ts';

interface SourceFormOptions {
  source: ImportSource;
  /** What the form starts with, if it is not what is saved: a mapping that was guessed. */
  initial?: SourceDraft | undefined;
  /** Called once it is saved. */
  onSaved: (source: ImportSource) => Promise<unknown>;
}

/** Edits a source: keeps what is typed, saves it against the version that it started from, and shows conflicts. */
export const useSourceForm = ({ source, initial, onSaved }: SourceFormOptions) => {
  const kept = useKeptDraft<SourceDraft>('import-source', source);
  const [draft, setDraft] = useState(() => initial ?? toSourceDraft(source));
  /** Also for changes that come later than the form was drawn. */
  const current = useRef(draft);
  current.current = draft;
  const [saved, setSaved] = useState(draft);
  /** The version of what was saved here. */
  const [version, setVersion] = useState<number>();
  const [theirs, setTheirs] = useState<ImportSource>();
  const form = useSubmit('The source could not be saved.', 'name');
  const isEdited = !isSameDraft(draft, saved);
  useUnsavedGuard(isEdited, kept.drop);

  const change = (changes: Partial<SourceDraft>) => {
    const next = { ...current.current, ...changes };
    current.current = next;
    setDraft(next);
    if (isSameDraft(next, saved)) kept.drop();
    else kept.keep(next);
  };
  const send = async (expected: number) => {
    try {
      const answer = await updateSource({ id: source.id, version: expected }, toSourceEdit(draft));
      kept.drop();
      setSaved(draft);
      setVersion(answer.version);
      setTheirs(undefined);
      await onSaved(answer);
    } catch (error) {
      if (!isConflict(error) || !error.current) throw error;
      setTheirs(sourceFromWire(error.current as ImportSourceRecord));
    }
  };
  return {
    ...form,
    kept,
    draft,
    isEdited,
    change,
    /** Nothing is left that could be saved. */
    forget: () => {
      kept.drop();
      setSaved(draft);
    },
    continueDraft: (offered: KeptDraft<SourceDraft>) => {
      const continued = kept.take(offered);
      setDraft(continued);
      return continued;
    },
    save: () => form.submit(() => send(version ?? kept.version ?? source.version)),
    theirs,
    keepMine: () => theirs && form.submit(() => send(theirs.version)),
    takeTheirs: () => {
      if (!theirs) return;
      const next = toSourceDraft(theirs);
      kept.drop();
      setDraft(next);
      setSaved(next);
      setVersion(theirs.version);
      setTheirs(undefined);
    },
    closeConflict: () => setTheirs(undefined),
  };
};

export type SourceForm = ReturnType<typeof useSourceForm>;
