import type { Category } from './categories.ts';
import { recordParts } from './record-parts.ts';

/** The states that an admin can give a post. */
export const editableStates = ['published', 'draft', 'scheduled'] as const;
export type EditableState = (typeof editableStates)[number];
/** A withheld post is kept from visitors by a case or a block. */
export const postStates = [...editableStates, 'withheld'] as const;
export type PostState = (typeof postStates)[number];
/** Where posts of every state can be meant. */
export const anyState = 'any';

/** What a post can lack; `records` stands for any part of its records. The link of a post without `livingLink` is dead. */
export const postParts = ['image', 'tags', 'link', 'livingLink', 'records', ...recordParts] as const;
export type PostPart = (typeof postParts)[number];

/** What the list of posts can be sorted by. */
export const postSorts = [
  'added',
  'updated',
  'publish',
  'title',
  'number',
  'views',
  'minutes',
  'category',
  'stars',
  'tags',
  'partner',
  'host',
  'by',
] as const;
export type PostSort = (typeof postSorts)[number];

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** Which posts an admin wants: those that match everything given. Ranges include both ends. */
export interface PostFilter {
  /** Words of titles, tags and performers; or a post's number, any form of its link, or its image's address. */
  search?: string | undefined;
  state: PostState;
  category?: Category | undefined;
  /** Slugs. */
  tag?: string | undefined;
  performer?: string | undefined;
  partner?: number | undefined;
  /** Of one of its links, like example.com. */
  host?: string | undefined;
  /** Days in UTC, like 2026-11-16. */
  addedFrom?: string | undefined;
  addedTo?: string | undefined;
  viewsFrom?: number | undefined;
  viewsTo?: number | undefined;
  minutesFrom?: number | undefined;
  minutesTo?: number | undefined;
  without?: PostPart | undefined;
  /** The admin who added it. */
  by?: number | undefined;
  /** The import that added it. */
  import?: number | undefined;
}
