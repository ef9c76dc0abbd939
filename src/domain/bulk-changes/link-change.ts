import { limits } from '#contract/values/limits.ts';
import type { Change, NameRef } from './change.ts';

/** A change of the tags or performers of posts. */
export interface LinkChange {
  of: 'tag' | 'performer';
  remove: number[];
  add: number[];
  /** Adds only to posts that lose a name, in its place. */
  inPlace: boolean;
  /** How many a post may have; undefined if the change cannot exceed it. */
  max: number | undefined;
}

const idsOf = (names: readonly NameRef[]) => names.map(({ id }) => id);

export const linkChangeOf = (change: Change): LinkChange | undefined => {
  const { tags: maxTags, performers: maxPerformers } = limits.video;
  const none = { remove: [], add: [], inPlace: false, max: undefined };
  switch (change.kind) {
    case 'addTags':
      return { ...none, of: 'tag', add: idsOf(change.tags), max: maxTags };
    case 'removeTags':
      return { ...none, of: 'tag', remove: idsOf(change.tags) };
    case 'addPerformers':
      return { ...none, of: 'performer', add: idsOf(change.performers), max: maxPerformers };
    case 'removePerformers':
      return { ...none, of: 'performer', remove: idsOf(change.performers) };
    case 'replaceTags':
    case 'replacePerformers': {
      const add = change.to ? [change.to.id] : [];
      const remove = idsOf(change.from).filter((id) => !add.includes(id));
      return { of: change.kind === 'replaceTags' ? 'tag' : 'performer', remove, add, inPlace: true, max: undefined };
    }
    default:
      return undefined;
  }
};
