import { Parser } from 'htmlparser2';
import type { CreateParser } from '../feed-parser.ts';
import { createXmlSplitter } from './split-xml.ts';
import { columnsOfXml } from './xml-columns.ts';

/** Row elements of RSS and Atom. */
const knownRows = new Set(['item', 'entry']);

/** Finds the row element: that of RSS or Atom, or else the outermost repeated element that isn't empty. */
export const findRowElement = (head: string): string | undefined => {
  const path: string[] = [];
  const counts = new Map<string, { depth: number; count: number; isFilled: boolean }>();
  let known: string | undefined;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const parent = counts.get(path.at(-1) ?? '');
        if (parent) parent.isFilled = true;
        path.push(name);
        if (path.length > 1 && knownRows.has(name.toLowerCase().replace(/^.*:/, ''))) known ??= name;
        const seen = counts.get(name) ?? { depth: path.length, count: 0, isFilled: false };
        counts.set(name, {
          ...seen,
          count: seen.count + 1,
          isFilled: seen.isFilled || Object.keys(attributes).length > 1,
        });
      },
      onclosetag: () => {
        path.pop();
      },
    },
    { xmlMode: true },
  );
  parser.write(head);
  const filled = [...counts].filter(([, { depth, isFilled }]) => depth > 1 && isFilled);
  const repeated = filled.filter(([, { count }]) => count > 1).sort(([, a], [, b]) => a.depth - b.depth);
  return known ?? repeated[0]?.[0] ?? filled.at(-1)?.[0];
};

export const createXmlParser: CreateParser = ({ path }, head, limits) => ({
  splitter: createXmlSplitter(path || (findRowElement(head.toString('utf8')) ?? 'item'), limits.rowBytes),
  parse: (bytes) => columnsOfXml(bytes.toString('utf8'), limits.columns),
});
