import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { syntheticCatalogue } from '#domain/demo/generate-catalogue.ts';

/** Broken rows of each hundred. Half of them are cut off, the others have no link (and may have an embed code). */
const brokenOf100 = 3;
const site = 'https://films.example.com';
const imagePrefix = 'https://img.example.com/';

const isBroken = (n: number) => n % 100 < brokenOf100;
const lacksLink = (n: number) => n % 200 === 1;
const isCut = (n: number) => isBroken(n) && !lacksLink(n);

/** A post in an export. */
export interface ExportedPost {
  titel: string;
  imageUrl: string;
  desc: string;
  Category: string;
  publishedAt: string;
  views: number;
  tags: string[];
  name: string[];
}

/** A feed made from the synthetic catalogue. */
export const createFeed = (rows: number) => {
  const { source, tags, performers } = syntheticCatalogue(rows, 1, new Date('2026-01-01T00:00:00Z'));

  const rowOf = (n: number) => {
    const { title, description, category, minutes, publishedAt, hasEmbed } = source.videoOf(n);
    return {
      id: `item-${n}`,
      title,
      ...(lacksLink(n) ? {} : { url: `${site}/watch/${n}` }),
      thumb: `${imagePrefix}${n}.jpg`,
      description,
      // Imports read the invented tag `none` as the absence of tags.
      tags: source.tagsOf(n).flatMap((at) => (tags[at]?.name === 'none' ? [] : tags[at]?.name)),
      actors: source.performersOf(n).map((at) => performers[at]?.name),
      category,
      duration: minutes === null ? '' : `${minutes}:00`,
      published: publishedAt.toISOString(),
      views: source.viewsOf(n),
      embed: hasEmbed ? `${site}/embed/${n}` : '',
    };
  };

  /** Writes JSON Lines. In a share of the rows, `changedShare`, the title is changed. */
  const write = async (path: string, changedShare = 0): Promise<void> => {
    const every = changedShare === 0 ? 0 : Math.round(1 / changedShare);
    const file = createWriteStream(path);
    let text = '';
    for (let n = 0; n < rows; n++) {
      const row = rowOf(n);
      if (every > 0 && n % every === every - 1) row.title += ' (new)';
      const line = JSON.stringify(row);
      text += `${isCut(n) ? line.slice(0, -20) : line}\n`;
      if (text.length < 1 << 20) continue;
      if (!file.write(text)) await once(file, 'drain');
      text = '';
    }
    file.end(text);
    await once(file, 'close');
  };

  /** Whether an exported post equals its row. The import adds the category as a tag. */
  const isRow = (post: ExportedPost): boolean => {
    const {
      title,
      thumb,
      description,
      tags: rowTags,
      actors,
      category,
      published,
      views,
    } = rowOf(Number.parseInt(post.imageUrl.slice(imagePrefix.length), 10));
    const { titel, imageUrl, desc, Category, publishedAt, views: seen, tags: postTags, name } = post;
    return isDeepStrictEqual(
      [titel, imageUrl, desc, Category, publishedAt, seen, postTags, name],
      [title, thumb, description, category, published, views, [...new Set([...rowTags, category])], actors],
    );
  };

  return { write, isRow, isOfFeed: ({ imageUrl }: ExportedPost) => imageUrl.startsWith(imagePrefix) };
};
