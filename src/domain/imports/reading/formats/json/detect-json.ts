import type { FeedFormat } from '#contract/values/imports.ts';
import { createListFinder, type FoundList } from './find-list.ts';
import { skipSpace, valueEnd } from './value-end.ts';

/** Names of lists of rows, most telling first. */
const listNames = /(^|\.)(videos?|posts?|items?|rows?|results?|entries|records?|clips?|movies|scenes|data|list)$/i;

/** What is at the beginning of each row: where the first value ends and whether another one follows in a line of its own. */
const isJsonLines = (head: Buffer): boolean => {
  const start = skipSpace(head, 0);
  const end = valueEnd(head, start, false);
  if (end < 0) return false;
  const next = skipSpace(head, end);
  const hasLineBreak = head.subarray(end, next).includes(0x0a) || head.subarray(end, next).includes(0x0d);
  return hasLineBreak && head[next] === head[start];
};

/** The lists of objects in the head, in their order. */
const listsIn = (head: Buffer): FoundList[] => {
  const lists: FoundList[] = [];
  createListFinder((list) => {
    if (list.hasObjects) lists.push(list);
    return false;
  }).find(head, 0, true);
  return lists;
};

/** The list of rows: one that is named so, before one that is not, before one that is inside another. */
const pathOfRows = (head: Buffer): string | undefined => {
  const lists = listsIn(head);
  const named = lists.find(({ path }) => listNames.test(path));
  const [first] = lists;
  return first?.path === '' ? '' : (named ?? first)?.path;
};

/** How JSON is to be read: a list of rows, or one row a line. */
export const detectJson = (head: Buffer): Pick<FeedFormat, 'kind' | 'path'> => {
  if (isJsonLines(head)) return { kind: 'jsonl' };
  const path = pathOfRows(head);
  if (path !== undefined) return { kind: 'json', path };
  return head[skipSpace(head, 0)] === 0x5b ? { kind: 'json', path: '' } : { kind: 'jsonl' };
};
