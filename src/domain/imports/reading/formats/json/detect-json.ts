import type { FeedFormat } from '#contract/values/imports.ts';
import { createListFinder, type FoundList } from './find-list.ts';
import { skipSpace, valueEnd } from './value-end.ts';

/** Names of lists of rows, most telling first. */
const listNames = /(^|\.)(videos?|posts?|items?|rows?|results?|entries|records?|clips?|movies|scenes|data|list)$/i;

/** Whether the first value is followed by one that begins the same way, on another line. */
const isJsonLines = (head: Buffer): boolean => {
  const start = skipSpace(head, 0);
  const end = valueEnd(head, start, false);
  if (end < 0) return false;
  const next = skipSpace(head, end);
  const hasLineBreak = head.subarray(end, next).includes(0x0a) || head.subarray(end, next).includes(0x0d);
  return hasLineBreak && head[next] === head[start];
};

const listsIn = (head: Buffer): FoundList[] => {
  const lists: FoundList[] = [];
  createListFinder((list) => {
    if (list.hasObjects) lists.push(list);
    return false;
  }).find(head, 0, true);
  return lists;
};

/** The path of the list of rows: the root, or a list with a typical name, or else the first list. */
const pathOfRows = (head: Buffer): string | undefined => {
  const lists = listsIn(head);
  const named = lists.find(({ path }) => listNames.test(path));
  const [first] = lists;
  return first?.path === '' ? '' : (named ?? first)?.path;
};

/** Tells a list of rows from JSON Lines. */
export const detectJson = (head: Buffer): Pick<FeedFormat, 'kind' | 'path'> => {
  if (isJsonLines(head)) return { kind: 'jsonl' };
  const path = pathOfRows(head);
  if (path !== undefined) return { kind: 'json', path };
  return head[skipSpace(head, 0)] === 0x5b ? { kind: 'json', path: '' } : { kind: 'jsonl' };
};
