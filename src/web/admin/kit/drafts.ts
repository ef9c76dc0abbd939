import { useEffect, useState } from 'react';
import { readAdmin } from './session/admin-session.ts';

/** A document of the browser: a reload is a new one. Drafts belong to the one that writes them until it is gone. */
const ownTab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const lockPrefix = 'admin-drafts:';
let isHeld = false;

/** The browser releases the lock when the tab is closed, reloaded or crashes. */
const holdOwnDrafts = () => {
  // Browsers have locks on HTTPS and localhost only. Without them, drafts of open tabs are offered like any other.
  if (isHeld || !('locks' in navigator)) return;
  isHeld = true;
  navigator.locks.request(lockPrefix + ownTab, () => new Promise(() => {})).catch(console.warn);
};

/** The other tabs in which somebody may still be typing. */
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

/** What was typed into a form and not saved. */
export interface KeptDraft<D> {
  /** Where it is stored. */
  key: string;
  /** The tab that wrote it. */
  tab: string;
  at: number;
  /** The version of the record that the draft was made from. */
  version: number | null;
  values: D;
}

const allVersions = 'admin-draft:';
/** Raise it when the stored shape changes: drafts of other shapes are removed. */
const prefix = `${allVersions}2:`;
const maxDrafts = 40;
const maxCharacters = 200_000;
const maxAgeMs = 14 * 24 * 3600 * 1000;

/** Only the signed-in admin's drafts are ever read. */
const formPrefix = (form: string) => `${prefix}${readAdmin()?._id ?? ''}:${form}:`;

/** Tabs do not share drafts: each has its own of a record. */
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

/** The browser may refuse storage altogether, or have no room left. Forms work without. */
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    return otherwise;
  }
};

/** Removes drafts that are old, unreadable or of another shape, and the oldest of too many. */
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
  holdOwnDrafts();
  attempt(() => {
    const isNew = localStorage.getItem(key) === null;
    if (isNew) cleanDrafts(maxDrafts - 1);
    localStorage.setItem(key, text);
  }, undefined);
};

const removeDraft = ({ key }: Pick<KeptDraft<unknown>, 'key'>) =>
  attempt(() => localStorage.removeItem(key), undefined);

/** Those that a save is using, by their keys. */
const claimed = new Set<string>();

/**
 * A draft that is being saved, or whose save failed, is in the list already: no form offers it as well. Returns how to
 * offer it again, which also works after signing out.
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

/** 'new' or 'new-…' for a record that does not exist yet. */
const isOfNewRecord = (record: string) => record === 'new' || record.startsWith('new-');

/** The drafts of a record, or of those that do not exist yet, newest first; also those of other tabs. */
const findDrafts = <D>(form: string, id: string | undefined): KeptDraft<D>[] =>
  attempt(() => {
    const start = formPrefix(form);
    const drafts = keysWith(start).flatMap((key) => {
      const [tab = ''] = key.slice(start.length).split(':', 1);
      const record = key.slice(start.length + tab.length + 1);
      const isWanted = id === undefined ? isOfNewRecord(record) : record === id;
      const draft = isWanted && !claimed.has(key) ? read(key) : undefined;
      return draft ? [{ ...draft, key, tab }] : [];
    });
    // The tab's own one first: the next draft that it keeps takes its place.
    const isOwn = ({ tab }: { tab: string }) => Number(tab === ownTab);
    return drafts.toSorted((a, b) => isOwn(b) - isOwn(a) || b.at - a.at);
  }, []);

/** Without those that another tab is still writing. */
const withoutOpenDrafts = async <D>(drafts: readonly KeptDraft<D>[]): Promise<KeptDraft<D>[]> => {
  const others = await findOtherTabs();
  return drafts.filter(({ tab }) => !others.has(tab));
};

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
