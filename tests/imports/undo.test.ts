/** Undoing an import as a whole. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { queueLinks } from '#domain/links/queue-links.ts';
import { deleteVideo, updateVideo } from '#domain/posts/save-video.ts';
import { item, openImports } from './open-imports.ts';

const { db, newSource, importItems, undo, rowsOf, post, postIdOf, countPosts } = openImports();

it('removes what it added for good, so that the feed can go in again', async () => {
  const { id } = await newSource();
  const items = Array.from({ length: 7 }, (_, n) =>
    item(`gone-${n}`, { tags: ['Rain'], stars: ['Ada Quill'], views: 3 }),
  );
  const imported = await importItems(id, items);
  expect(await undo(imported.id)).toMatchObject({ state: 'undone', undone: 7, leftAlone: 0, isUndoable: false });
  expect(await countPosts()).toBe(0);
  expect((await importItems(id, items)).counts).toMatchObject({ new: 7, duplicate: 0 });
});

it('forgets the links of what it removes, unless other posts have them or an admin ignores them', async () => {
  const { id } = await newSource();
  const urlOf = (name: string) => `https://clips.test/${name}`;
  const items = ['queued', 'ignored', 'shared', 'edited'].map((name) => item(`link ${name}`, { link: urlOf(name) }));
  const imported = await importItems(id, items);
  // New posts wait for the transactions that ran before them, in other databases, too; changed ones do not.
  await sql`insert into changed_links (video_id) select id from videos`.execute(db());
  await queueLinks(db(), { requestsPerHour: 1000, now: new Date() });
  await sql`update link_checks set state = 'ignored' where url = ${urlOf('ignored')}`.execute(db());
  await updateVideo(db(), system, await postIdOf('Film link edited'), { otherLinks: [urlOf('shared')] }, undefined);
  expect(await undo(imported.id)).toMatchObject({ undone: 3, leftAlone: 1 });
  const { rows } = await sql<{ url: string }>`select url from link_checks order by url`.execute(db());
  expect(rows.map(({ url }) => url)).toEqual([urlOf('edited'), urlOf('ignored'), urlOf('shared')]);
});

it('leaves alone and lists what was edited or deleted since', async () => {
  const { id } = await newSource();
  const imported = await importItems(id, [item('edited'), item('thrown away'), item('untouched')]);
  const edited = await postIdOf('Film edited');
  await updateVideo(db(), system, edited, { description: 'By hand.' }, undefined);
  await deleteVideo(db(), system, await postIdOf('Film thrown away'), undefined);
  expect(await undo(imported.id)).toMatchObject({ state: 'undone', undone: 1, leftAlone: 2 });
  expect(await rowsOf(imported.id, 'leftAlone')).toMatchObject([
    { videoId: edited, title: 'Film edited', reason: 'Edited since.' },
    { title: 'Film thrown away', reason: 'Deleted since.' },
  ]);
  expect(await post('Film edited')).toMatchObject({ description: 'By hand.' });
  await expect(postIdOf('Film untouched')).rejects.toThrow('0 posts');
});

it('writes back what it changed, unless somebody has changed it since', async () => {
  const { id } = await newSource({ policies: { updatedFields: ['title', 'tags', 'duration'] } });
  await importItems(id, [item('back', { tags: ['Rain'] }), item('kept')]);
  const second = await importItems(id, [
    item('back', { title: 'Changed back', tags: ['Glass'] }),
    item('kept', { title: 'Changed kept' }),
  ]);
  expect(second.counts).toMatchObject({ changed: 2 });
  await updateVideo(db(), system, await postIdOf('Changed kept'), { description: 'By hand.' }, undefined);
  expect(await undo(second.id)).toMatchObject({ state: 'undone', undone: 1, leftAlone: 1 });
  expect(await post('Film back')).toMatchObject({ tags: ['rain'] });
  expect(await post('Changed kept')).toMatchObject({ description: 'By hand.' });
  // The feed can change it once more.
  const third = await importItems(id, [item('back', { title: 'Changed back', tags: ['Glass'] })]);
  expect(third.counts).toMatchObject({ changed: 1 });
});

it('brings back what it took down', async () => {
  const { id } = await newSource({ policies: { takeDownMissing: true } });
  const items = Array.from({ length: 6 }, (_, n) => item(`up-${n}`));
  await importItems(id, items);
  const second = await importItems(id, items.slice(1));
  expect(second.takenDown).toBe(1);
  expect(await undo(second.id)).toMatchObject({ state: 'undone', undone: 1 });
  expect((await post('Film up-0')).state).toBe('published');
});

it('removes posts that time has published since, but not those that an admin has scheduled anew', async () => {
  const { id } = await newSource({ rules: { publish: 'hourly', perHour: 60 } });
  const imported = await importItems(id, [item('timed'), item('moved')]);
  const timed = await postIdOf('Film timed');
  await sql`update videos set state = 'published', published_at = publish_at, publish_at = null, version = version + 1
    where id = ${timed}`.execute(db());
  const publishAt = new Date(Date.now() + 9e8);
  await updateVideo(db(), system, await postIdOf('Film moved'), { state: 'scheduled', publishAt }, undefined);
  expect(await undo(imported.id)).toMatchObject({ undone: 1, leftAlone: 1 });
  await expect(postIdOf('Film timed')).rejects.toThrow('0 posts');
});
