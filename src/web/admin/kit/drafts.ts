import { useEffect, useState } from 'react';
import { readAdmin } from './session/admin-session.ts';

/** Identifies this document until it is reloaded. While its tab is open, its drafts aren't offered to other tabs. */
const ownTab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const lockPrefix = 'admin-drafts:';
let isLocked = false;

/** The browser releases the lock when the tab is closed, reloaded or crashes. */
const lockOwnDrafts = () => {
  // Locks exist on HTTPS and localhost only. Without them, drafts of open tabs are offered like any others.
  if (isLocked || !('locks' in navigator)) return;
  isLocked = true;
  navigator.locks.request(lockPrefix + ownTab, () => new Promise(() => {})).catch(console.warn);
};

/** The other open tabs with drafts. */
const findOtherTabs = async (): Promise<Set<string>> => {
  if (!('locks' in navigator)) return new Set();
  try {
    const { held = [] } = await navigator.locks.query();
    const tabs = held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : []));
    return new Set(tabs.filter((tab) => tab !== ownTab));
  } catch (error) {
    console.warn(error);
    return new Set();
  }
};

/** Unsaved input of a form. */
export interface KeptDraft<D> {
  /** The key in local storage. */
  key: string;
  /** The tab that wrote it. */
  tab: string;
  at: number;
  /** The version of the record that the draft is based on. */
  version: number | null;
  values: D;
}

const allVersions = 'admin-draft:';
/** Increase the number when the stored shape changes: drafts with other prefixes are removed. */
const prefix = `${allVersions}2:`;
const maxDrafts = 40;
const maxCharacters = 200_000;
const maxAgeMs = 14 * 24 * 3600 * 1000;

/** Contains the admin's id, so that each admin sees only their own drafts. */
const formPrefix = (form: string) => `${prefix}${readAdmin()?._id ?? ''}:${form}:`;

/** Each tab has its own draft of a record. */
const ownKey = (form: string, record: string) => `${formPrefix(form)}${ownTab}:${record}`;

const keysWith = (start: string) => Object.keys(localStorage).filter((key) => key.startsWith(start));

const read = (key: string): Omit<KeptDraft<never>, 'key' | 'tab'> | undefined => {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? '');
    return typeof draft.at === 'number' && Date.now() - draft.at < maxAgeMs ? draft : undefined;
  } catch {
    return undefined;
  }
};

/** Storage may be blocked or full; forms also work without it. */
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    return otherwise;
  }
};

/** Removes drafts that are expired, unreadable or of another shape, and the oldest beyond the limit. */
export const cleanDrafts = (max = maxDrafts) =>
  attempt(() => {
    const drafts = keysWith(allVersions).map((key) => ({
      key,
      at: key.startsWith(prefix) ? read(key)?.at : undefined,
    }));
    const newestFirst = drafts.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
    for (const [place, { key, at }] of newestFirst.entries())
      if (at === undefined || place >= max) localStorage.removeItem(key);
  }, undefined);

const keepDraft = (form: string, record: string, version: number | null, values: unknown) => {
  const text = JSON.stringify({ at: Date.now(), version, values });
  if (text.length > maxCharacters) return;
  const key = ownKey(form, record);
  lockOwnDrafts();
  attempt(() => {
    const isNew = localStorage.getItem(key) === null;
    if (isNew) cleanDrafts(maxDrafts - 1);
    localStorage.setItem(key, text);
  }, undefined);
};

const removeDraft = ({ key }: Pick<KeptDraft<unknown>, 'key'>) =>
  attempt(() => localStorage.removeItem(key), undefined);

/** The keys of drafts that are being saved. */
const claimed = new Set<string>();

/**
 * Keeps forms from offering a draft that is being saved, or whose save failed: the list shows it already. Returns a
 * function that releases the draft, which also works after signing out.
 */
export const claimDraft = (form: string, record: string) => {
  const key = ownKey(form, record);
  claimed.add(key);
  return () => void claimed.delete(key);
};

export const dropDraft = (form: string, record: string) => {
  const key = ownKey(form, record);
  claimed.delete(key);
  removeDraft({ key });
};

/** New records have the key 'new' or 'new-…'. */
const isNewRecord = (record: string) => record === 'new' || record.startsWith('new-');

/** All tabs' drafts of a record, or of new records: this tab's first, then the newest. */
const findDrafts = <D>(form: string, id: string | undefined): KeptDraft<D>[] =>
  attempt(() => {
    const start = formPrefix(form);
    const drafts = keysWith(start).flatMap((key) => {
      const [tab = ''] = key.slice(start.length).split(':', 1);
      const record = key.slice(start.length + tab.length + 1);
      const matches = id === undefined ? isNewRecord(record) : record === id;
      const draft = matches && !claimed.has(key) ? read(key) : undefined;
      return draft ? [{ ...draft, key, tab }] : [];
    });
    // This tab's draft first, because the next input would overwrite it.
    const isOwn = ({ tab }: { tab: string }) => Number(tab === ownTab);
    return drafts.toSorted((a, b) => isOwn(b) - isOwn(a) || b.at - a.at);
  }, []);

/** Filters out the drafts of tabs that are still open. */
const withoutOpenDrafts = async <D>(drafts: readonly KeptDraft<D>[]): Promise<KeptDraft<D>[]> => {
  const otherTabs = await findOtherTabs();
  return drafts.filter(({ tab }) => !otherTabs.has(tab));
};

interface EditedRecord {
  id: string;
  /** Undefined for records that are saved without a version check. */
  version?: number;
}

interface DraftOptions {
  /** The key for the draft of a new record. */
  newKey?: string;
  /** Set to false if the form is closed or continues a draft already. */
  offers?: boolean;
}

/** Stores the input of a form in the browser, and offers it when the form is opened again. */
export const useKeptDraft = <D>(form: string, record: EditedRecord | null, options: DraftOptions = {}) => {
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
    /** A draft to continue or discard. */
    offer,
    /** False until the drafts of open tabs are known. */
    isChecked,
    /** Whether the record has been saved by somebody since the draft was made. */
    isOutdated: offer !== undefined && record !== null && offer.version !== (record.version ?? null),
    /** The expected version for saving. Saving an outdated draft leads to a comparison of both versions. */
    version,
    keep: (values: D) => keepDraft(form, key, version, values),
    drop: () => dropDraft(form, key),
    /** Continues a draft, and returns its values. */
    take: (draft: KeptDraft<D>) => {
      setFound([]);
      setVersion(draft.version);
      removeDraft(draft);
      keepDraft(form, key, draft.version, draft.values);
      return draft.values;
    },
    /** Removes a draft and offers the next one, if any. */
    refuse: (draft: KeptDraft<D>) => {
      removeDraft(draft);
      setFound(found.slice(1));
    },
  };
};
