import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { syntheticCatalogue } from '#domain/demo/generate-catalogue.ts';

/** Of a hundred rows, so many are broken: half of them are cut off, the others lack their link, unless they have an embed code. */
const brokenOf100 = 3;
const site = 'https://films.example.com';
const imagePrefix = 'https://img.example.com/';

const isBroken = (n: number) => n % 100 < brokenOf100;
const lacksLink = (n: number) => n % 200 === 1;
const isCut = (n: number) => isBroken(n) && !lacksLink(n);

/** As an export of posts has it. */
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

/** The rows of a feed that comes from the synthetic catalogue. */
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
      // One of the invented tags is what feeds write where they have none.
      tags: source.tagsOf(n).flatMap((at) => (tags[at]?.name === 'none' ? [] : tags[at]?.name)),
      actors: source.performersOf(n).map((at) => performers[at]?.name),
      category,
      duration: minutes === null ? '' : `${minutes}:00`,
      published: publishedAt.toISOString(),
      views: source.viewsOf(n),
      embed: hasEmbed ? `${site}/embed/${n}` : '',
    };
  };

  /** Writes JSON Lines. Of the rows, `changedShare` have another title than the others of the feed. */
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

  /** Whether an exported post is the row that it came from. A feed's category is a tag as well. */
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
