import { Parser } from 'htmlparser2';
import { textOfHtml } from '../../../mapping/html.ts';
import { type FeedColumns, RowProblem } from '../../feed-row.ts';
import { tooManyColumns } from '../messages.ts';

const groups = /^(media:group|#cdata)$/i;
const maxDepth = 4;

/**
 * A suffix for elements that have several meanings: images and videos in Media RSS, links in Atom, roles in credits.
 */
const kindOf = (name: string, attributes: Record<string, string>): string => {
  const type = attributes.medium ?? attributes.type?.split('/')[0] ?? '';
  if (/^(media:content|enclosure)$/i.test(name)) {
    if (type === 'image') return '[image]';
    return attributes.expression === 'sample' ? '[sample]' : '';
  }
  if (/^((atom|a10):)?link$/i.test(name)) {
    const rel = attributes.rel ?? 'alternate';
    if (rel === 'enclosure' && type === 'image') return '[image]';
    return rel === 'alternate' ? '' : `[${rel.slice(0, 20)}]`;
  }
  if (/^media:credit$/i.test(name)) return attributes.role ? `[${attributes.role.slice(0, 20).toLowerCase()}]` : '';
  return '';
};

/** Media RSS may describe a video inside the element of each of its files. */
const isInMedia = (name: string, parent: string) => /^media:/i.test(name) && /^media:content(\[\w+\])?$/i.test(parent);

interface Element {
  path: string;
  text: string;
  /** True if it has neither attributes nor children. */
  isEmpty: boolean;
}

/** CDATA sections and comments, in which entities aren't expanded. */
const verbatim = /<!\[CDATA\[.*?(?:\]\]>|$)|<!--.*?(?:-->|$)/gs;
const entity = /&([a-z_][\w.-]{0,60});/gi;

/** Finds an entity that neither XML nor HTML defines. Entities declared in the document are never expanded (XXE). */
const unknownEntity = (xml: string): string | undefined => {
  if (!xml.includes('&')) return undefined;
  const known = new Set(['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']);
  for (const [text] of xml.replace(verbatim, '').matchAll(entity)) {
    if (!known.has(text) && textOfHtml(text) === text) return text;
    known.add(text);
  }
  return undefined;
};

/** The columns of an XML row, with names such as title, link@href or thumbs.thumb. */
export const columnsOfXml = (xml: string, maxColumns: number): FeedColumns | RowProblem => {
  const unknown = unknownEntity(xml);
  if (unknown) return new RowProblem(`The row uses the entity ${unknown}, which XML does not define.`);
  const columns: FeedColumns = {};
  let count = 0;
  const open: Element[] = [];
  /** Number of open elements below `maxDepth`, which count as text of their ancestor. */
  let ignored = 0;

  const add = (name: string, value: string, isFirst = false) => {
    const known = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (known === undefined) {
      count++;
      if (count <= maxColumns && name !== '__proto__') columns[name] = value;
      // Repeated values, such as those of each file of a video, don't make a list.
    } else if (known !== value) {
      const values = Array.isArray(known) ? known : [known];
      // Put the default file of a video first.
      if (isFirst) values.unshift(value);
      else values.push(value);
      columns[name] = values;
    }
  };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const parent = open.at(-1);
        if (open.length > maxDepth) {
          ignored++;
          return;
        }
        if (parent) parent.isEmpty = false;
        const isRow = parent === undefined;
        const own = isRow || groups.test(name) ? '' : name + kindOf(name, attributes);
        const within = parent && !isInMedia(name, parent.path) ? parent.path : '';
        const path = [within, own].filter(Boolean).join('.');
        const given = Object.entries(attributes);
        open.push({ path, text: '', isEmpty: given.length === 0 });
        for (const [attribute, value] of given)
          if (!/^xmlns|^rel$|^xml:/.test(attribute))
            add(path === '' ? attribute : `${path}@${attribute}`, value, attributes.isDefault === 'true');
      },
      ontext: (text) => {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onclosetag: () => {
        if (ignored > 0) {
          ignored--;
          return;
        }
        const element = open.pop();
        if (!element || element.path === '') return;
        const text = element.text.trim();
        if (text !== '' || element.isEmpty) add(element.path, text);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  return count > maxColumns ? new RowProblem(tooManyColumns(maxColumns)) : columns;
};
