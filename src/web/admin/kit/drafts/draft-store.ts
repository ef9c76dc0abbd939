import { readAdmin } from '../session/admin-session.ts';
import { findOtherTabs, holdOwnDrafts, ownTab } from './draft-tabs.ts';

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

export const keepDraft = (form: string, record: string, version: number | null, values: unknown) => {
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

export const removeDraft = ({ key }: Pick<KeptDraft<unknown>, 'key'>) =>
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
export const findDrafts = <D>(form: string, id: string | undefined): KeptDraft<D>[] =>
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
export const withoutOpenDrafts = async <D>(drafts: readonly KeptDraft<D>[]): Promise<KeptDraft<D>[]> => {
  const others = await findOtherTabs();
  return drafts.filter(({ tab }) => !others.has(tab));
};
