/** Random feeds of a source and random edits in between, against a plain model. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { deleteVideo, updateVideo } from '#domain/posts/save-video.ts';
import { runs } from '../support/random.ts';
import { item, openImports } from './open-imports.ts';

const { db, newSource, importItems } = openImports();

interface Item {
  n: number;
  title: string;
  tags: string[];
}

type Step =
  | { kind: 'feed'; items: Item[] }
  | { kind: 'edit'; n: number; title: string }
  | { kind: 'delete'; n: number };

/** What the source's items are on the site. */
interface ModelPost {
  title: string;
  tags: string[];
  /** What the feed last said, and whether the title still is that. */
  written: string;
  isDeleted: boolean;
}

const word = fc.constantFrom('Rain', 'Glass', 'Tram', 'Harbour', 'Night');
const n = fc.integer({ min: 0, max: 7 });
const feedItem = fc.record({ n, title: word, tags: fc.uniqueArray(word, { maxLength: 3 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('feed' as const), items: fc.array(feedItem, { maxLength: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), n, title: word }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), n }) },
);

/** Titles are updated unless an admin has changed them; tags always are. An item counts once per feed, and stays deleted. */
const importInto = (model: Map<number, ModelPost>, items: readonly Item[]) => {
  const seen = new Set<number>();
  for (const { n: id, title, tags } of items) {
    if (seen.has(id)) continue;
    seen.add(id);
    const slugs = tags.map((tag) => tag.toLowerCase());
    const post = model.get(id);
    if (!post) model.set(id, { title, tags: slugs, written: title, isDeleted: false });
    else if (!post.isDeleted) {
      if (title !== post.written && post.title === post.written) Object.assign(post, { title, written: title });
      post.tags = slugs;
    }
  }
};

const stored = async (sourceId: number) => {
  const rows = await db()
    .selectFrom('import_items as i')
    .innerJoin('videos as v', 'v.id', 'i.video_id')
    .select(['v.id', 'v.title', 'v.link', 'v.deleted_at'])
    .where('i.source_id', '=', sourceId)
    .execute();
  const posts = await Promise.all(
    rows.map(async ({ id, title, link, deleted_at }) => {
      const tags = await db()
        .selectFrom('video_tags as vt')
        .innerJoin('tags as t', 't.id', 'vt.tag_id')
        .select('t.slug')
        .where('vt.video_id', '=', id)
        .orderBy('vt.position')
        .execute();
      const number = Number(/(\d+)$/.exec(link)?.[1]);
      return [number, { id, title, tags: tags.map(({ slug }) => slug), isDeleted: deleted_at !== null }] as const;
    }),
  );
  return new Map(posts.toSorted(([a], [b]) => a - b));
};

let sources = 0;

it('any feeds and edits leave what the plain model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const source = `random-${++sources}`;
      const { id } = await newSource({ policies: { updatedFields: ['title', 'tags'] } });
      const model = new Map<number, ModelPost>();
      for (const each of steps) {
        if (each.kind === 'feed') {
          const items = each.items.map(({ n: number, ...more }) => item(`${source}-${number}`, more));
          // A feed that is empty is refused before it becomes an import.
          if (items.length > 0) await importItems(id, items);
          importInto(model, each.items);
          continue;
        }
        const post = (await stored(id)).get(each.n);
        const known = model.get(each.n);
        if (!post || !known || known.isDeleted) continue;
        if (each.kind === 'edit') {
          await updateVideo(db(), system, post.id, { title: each.title }, undefined);
          known.title = each.title;
        } else {
          await deleteVideo(db(), system, post.id, undefined);
          known.isDeleted = true;
        }
      }
      const actual = [...(await stored(id))].map(([number, { title, tags, isDeleted }]) => [
        number,
        isDeleted ? 'deleted' : { title, tags },
      ]);
      const expected = [...model]
        .toSorted(([a], [b]) => a - b)
        .map(([number, { title, tags, isDeleted }]) => [number, isDeleted ? 'deleted' : { title, tags }]);
      expect(actual).toEqual(expected);
    }),
    { numRuns: runs(5, 50) },
  );
});
