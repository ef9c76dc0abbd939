import { useEffect, useState } from 'react';
import { dropDraft, findDrafts, type KeptDraft, keepDraft, removeDraft, withoutOpenDrafts } from './draft-store.ts';

interface Edited {
  id: string;
  /** Missing where saving does not depend on it. */
  version?: number;
}

interface DraftOptions {
  /** Where the draft of a new record is kept. */
  newKey?: string;
  /** False where the form already continues a draft, or is closed. */
  offers?: boolean;
}

/** Keeps what is typed into a form in the browser, and offers it when the form is opened again. */
export const useKeptDraft = <D>(form: string, record: Edited | null, options: DraftOptions = {}) => {
  const { newKey = 'new', offers = true } = options;
  const opened = offers ? (record?.id ?? newKey) : undefined;
  const [shown, setShown] = useState<string>();
  const [found, setFound] = useState<readonly KeptDraft<D>[]>([]);
  const [isChecked, setChecked] = useState(true);
  const [version, setVersion] = useState(record?.version ?? null);
  if (opened !== shown) {
    setShown(opened);
    setVersion(record?.version ?? null);
    const drafts = opened === undefined ? [] : findDrafts<D>(form, record?.id);
    setFound(drafts);
    setChecked(drafts.length === 0);
  }
  useEffect(() => {
    if (isChecked) return;
    let isCurrent = true;
    void withoutOpenDrafts(found).then((drafts) => {
      if (!isCurrent) return;
      setFound(drafts);
      setChecked(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [found, isChecked]);
  const offer = isChecked ? found[0] : undefined;
  const key = record?.id ?? newKey;

  return {
    /** A draft that nobody has decided on yet. */
    offer,
    /** False for the moment in which it is not known yet whether there is one. */
    isChecked,
    /** Whether somebody has saved the record after the draft was made. */
    isOutdated: offer !== undefined && record !== null && offer.version !== (record.version ?? null),
    /** The version that the form edits: saving a draft of an older one shows both versions. */
    version,
    keep: (values: D) => keepDraft(form, key, version, values),
    drop: () => dropDraft(form, key),
    /** The draft becomes what the form edits. */
    take: (draft: KeptDraft<D>) => {
      setFound([]);
      setVersion(draft.version);
      removeDraft(draft);
      keepDraft(form, key, draft.version, draft.values);
      return draft.values;
    },
    /** Offers the next one, if there is one. */
    refuse: (draft: KeptDraft<D>) => {
      removeDraft(draft);
      setFound(found.slice(1));
    },
  };
};
