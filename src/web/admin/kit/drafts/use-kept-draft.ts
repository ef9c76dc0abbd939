import { useState } from 'react';
import { dropDraft, findDraft, type KeptDraft, keepDraft } from './draft-store.ts';

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
  const [offer, setOffer] = useState<KeptDraft<D>>();
  const [version, setVersion] = useState(record?.version ?? null);
  if (opened !== shown) {
    setShown(opened);
    setVersion(record?.version ?? null);
    setOffer(opened === undefined ? undefined : findDraft<D>(form, record?.id));
  }
  const key = record?.id ?? newKey;

  return {
    /** A draft that nobody has decided on yet. */
    offer,
    /** Whether somebody has saved the record after the draft was made. */
    isOutdated: offer !== undefined && record !== null && offer.version !== (record.version ?? null),
    /** The version that the form edits: saving a draft of an older one shows both versions. */
    version,
    keep: (values: D) => keepDraft(form, key, version, values),
    drop: () => dropDraft(form, key),
    /** The draft becomes what the form edits. */
    take: (draft: KeptDraft<D>) => {
      setOffer(undefined);
      setVersion(draft.version);
      dropDraft(form, draft.record);
      keepDraft(form, key, draft.version, draft.values);
      return draft.values;
    },
    /** Offers the next one, if there is one. */
    refuse: ({ record: refused }: KeptDraft<D>) => {
      dropDraft(form, refused);
      setOffer(findDraft<D>(form, record?.id));
    },
  };
};
