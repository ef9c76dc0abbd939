import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { syntheticCatalogue } from '#domain/demo/synthetic-videos.ts';

interface FeedOptions {
  rows: number;
  /** Of the rows, how many have another title than the seed gives them. */
  changedShare?: number;
}

/** Of a hundred rows, so many are broken: half of them are cut off, the others lack their link. */
const brokenOf100 = 3;

export const isBroken = (n: number) => n % 100 < brokenOf100;

/** Writes a feed of JSON Lines from the synthetic catalogue. */
export const writeFeed = async (path: string, { rows, changedShare = 0 }: FeedOptions): Promise<void> => {
  const { source, tags, performers } = syntheticCatalogue(rows, 1, new Date('2026-01-01T00:00:00Z'));
  const every = changedShare === 0 ? 0 : Math.round(1 / changedShare);
  const file = createWriteStream(path);
  let text = '';
  for (let n = 0; n < rows; n++) {
    const { title, description, category, minutes, publishedAt, hasEmbed } = source.videoOf(n);
    const line = JSON.stringify({
      id: `item-${n}`,
      title: every > 0 && n % every === every - 1 ? `${title} (new)` : title,
      ...(n % 200 === 1 ? {} : { url: `https://films.example.com/watch/${n}` }),
      thumb: `https://img.example.com/${n}.jpg`,
      description,
      tags: source.tagsOf(n).map((at) => tags[at]?.name),
      actors: source.performersOf(n).map((at) => performers[at]?.name),
      category,
      duration: minutes === null ? '' : `${minutes}:00`,
      published: publishedAt.toISOString(),
      views: source.viewsOf(n),
      embed: hasEmbed ? `https://films.example.com/embed/${n}` : '',
    });
    const isCut = isBroken(n) && n % 200 !== 1;
    text += `${isCut ? line.slice(0, -20) : line}\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'close');
};
