/** Hash lists of others are loaded whole or not at all, and what is on them is not listed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/values/fields.ts';
import { openDatabase } from '#db/database.ts';
import { commandLine, system } from '#domain/audit-log.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import {
  addHashList,
  deleteHashList,
  purgeHashLists,
  readHashLists,
  restoreHashList,
} from '#domain/stay-down/hash-lists.ts';
import { storeHash } from '#domain/stay-down/image-hashes.ts';
import { findPictureMatches } from '#domain/stay-down/picture-hashes.ts';
import { compareLists } from '#domain/stay-down-matches/compare-posts.ts';
import { keepHashMatches, readHashMatches, withholdHashMatches } from '#domain/stay-down-matches/hash-matches.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function* chunksOf(text: string, size = 7) {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}
const load = (name: string, text: string, size?: number) =>
  addHashList(test.database.db, commandLine, name, chunksOf(text, size));
const loaded = async (name: string, text: string) => {
  const { list } = await load(name, text);
  if (!list) throw new Error('The list was not loaded');
  return list;
};
const listsNear = async (hash: string, db = test.database.db) => {
  const [matches = []] = await findPictureMatches(db, [[hash]]);
  return matches.flatMap((match) => (match.kind === 'list' ? match.name : []));
};

/** A post whose picture has this hash. */
const post = async (hash: string, title = 'Rain') => {
  const imageUrl = `https://pictures.example/${hash}-${title}.png`;
  const video = await addVideo(test.database.db, system, { title, imageUrl, category: 'english' });
  await test.database.db.transaction().execute((tx) => storeHash(tx, imageUrl, hash));
  return video.id;
};
const stateOf = async (id: number) =>
  (await test.database.db.selectFrom('videos').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

describe('a list', () => {
  it('may have comments, blank lines, capitals, prefixes and any ends of lines', async () => {
    const text =
      '# hashes of 2026\r\n\r\n1111222233334444\r\n0x1111222233335555 # known\n  AAAABBBBCCCCDDDD\t\n1111222233334444';
    const { list, read } = await load('Ends of lines', text);
    expect(read).toMatchObject({ size: 3, bad: 0 });
    expect(list).toMatchObject({ name: 'Ends of lines', size: 3, createdBy: null });
    // The first bit is not compared.
    expect(await listsNear('2aaabbbbccccdddd')).toEqual(['Ends of lines']);
  });

  it('has a name of its own, also when it is restored', async () => {
    const { id } = await loaded('Only one', '5151515151515151');
    await expect(load(' Only one ', '5252525252525252')).rejects.toMatchObject({
      fields: { name: 'There is already a hash list “Only one”. Delete it first, or choose another name.' },
    });
    await deleteHashList(test.database.db, system, id);
    await loaded('Only one', '5252525252525252');
    await expect(restoreHashList(test.database.db, system, id)).rejects.toThrow('already');
  });

  it('names the admin who loaded it', async () => {
    const { db } = test.database;
    const values = { username: 'night-desk', email: 'night@example.com', password_hash: 'none' };
    const { id: adminId } = await db.insertInto('admins').values(values).returning('id').executeTakeFirstOrThrow();
    const actor = { adminId, admin: 'night-desk', ip: null };
    const { list } = await addHashList(db, actor, 'Of an admin', chunksOf('1234123412341234'));
    expect(list?.createdBy).toBe('night-desk');
    expect((await readHashLists(db)).find(({ id }) => id === list?.id)?.createdBy).toBe('night-desk');
  });

  it('with a wrong line is not loaded, and says which lines are wrong', async () => {
    const before = await readHashLists(test.database.db);
    const { list, read } = await load(
      'Wrong',
      '0000111122223333\n# fine\n123\nzzzz111122223333\n\n00001111222233334\n',
    );
    expect(list).toBeUndefined();
    expect(read).toMatchObject({
      bad: 3,
      badLines: [
        { line: 3, text: '123' },
        { line: 4, text: 'zzzz111122223333' },
        { line: 6, text: '00001111222233334' },
      ],
    });
    expect(await readHashLists(test.database.db)).toEqual(before);
  });

  it.each<[string, string, string]>([
    ['', '0000111122223333', 'Enter a name.'],
    ['Empty', '# nothing\n', 'The file has no hashes.'],
  ])('named “%s” with %j is refused', async (name, text, message) => {
    await expect(load(name, text)).rejects.toThrow(message);
  });

  it('has bounded lines, and a bounded number of them', async () => {
    const { read } = await load('One line', 'x'.repeat(100_000), 5000);
    expect(read.badLines[0]?.text.length).toBe(limits.hashLists.lineLength);
    await expect(load('Long', '\n'.repeat(limits.hashLists.lines + 1), 100_000)).rejects.toThrow(
      'at most 1,000,000 lines',
    );
  });

  it('is recorded in the audit log when it is loaded, deleted and restored', async () => {
    const { id } = await loaded('Audited', '0f0f0f0f11112222');
    await deleteHashList(test.database.db, system, id);
    await restoreHashList(test.database.db, system, id);
    const entries = await test.database.db
      .selectFrom('audit_log')
      .select(['admin', 'action'])
      .where('entity', '=', 'hash_list')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ admin, action }) => `${admin} ${action}`)).toEqual([
      'Command line create',
      'System delete',
      'System restore',
    ]);
  });
});

describe('every process', () => {
  it('follows lists as they are loaded, deleted and restored elsewhere', async () => {
    const elsewhere = openDatabase(test.url);
    const { list } = await addHashList(elsewhere.db, system, 'Elsewhere', chunksOf('0123456701234567'));
    const id = list?.id ?? 0;
    expect(await listsNear('0123456701234567')).toEqual(['Elsewhere']);
    await deleteHashList(elsewhere.db, system, id);
    expect(await listsNear('0123456701234567')).toEqual([]);
    await restoreHashList(elsewhere.db, system, id);
    expect(await listsNear('0123456701234560')).toEqual(['Elsewhere']);
    await elsewhere.close();
  });

  it('does not believe what a transaction has written that is rolled back', async () => {
    const write = test.database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('hash_book')
        .set((eb) => ({ generation: eb('generation', '+', 1) }))
        .execute();
      await tx
        .insertInto('hash_lists')
        .values({ name: 'Undone', size: 1, hashes: Buffer.from('7777666655554444', 'hex') })
        .execute();
      await findPictureMatches(tx, [['7777666655554444']]);
      throw new Error('rolled back');
    });
    await expect(write).rejects.toThrow('rolled back');
    await loaded('Next', '4444333322221111');
    expect(await listsNear('7777666655554444')).toEqual([]);
    expect(await listsNear('4444333322221111')).toEqual(['Next']);
  });

  it('forgets a list for good after 30 days', async () => {
    const { id } = await loaded('Old', '3333000033330000');
    await deleteHashList(test.database.db, system, id);
    await purgeHashLists(test.database.db);
    await test.database.db
      .updateTable('hash_lists')
      .set({ deleted_at: new Date('2026-01-01') })
      .where('id', '=', id)
      .execute();
    await purgeHashLists(test.database.db);
    await expect(restoreHashList(test.database.db, system, id)).rejects.toThrow('There is no such hash list.');
  });
});

describe('a post whose picture is on a list', () => {
  it('is not added', async () => {
    await loaded('Refused', '6666777788889999');
    await test.database.db
      .transaction()
      .execute((tx) => storeHash(tx, 'https://pictures.example/new.png', '666677778888999b'));
    const adding = addVideo(test.database.db, system, {
      title: 'Rain',
      imageUrl: 'https://pictures.example/new.png',
      category: 'english',
    });
    await expect(adding).rejects.toThrow('This picture is on the hash list “Refused” and may not be listed.');
  });

  it('and was there before is listed for an admin, who withholds or keeps it', async () => {
    const ids = [
      await post('5555000011112222', 'One'),
      await post('5555000011112223', 'Two'),
      await post('5555000011112226', 'Three'),
    ];
    const other = await post('0a0a0a0a0a0a0a0a', 'Other');
    const { id } = await loaded('Decided', '5555000011112222');
    await compareLists(test.database.db);
    expect((await readHashLists(test.database.db)).find((list) => list.id === id)?.isCompared).toBe(true);
    const found = async () => {
      const { records } = await readHashMatches(test.database.db, { page: 1, limit: 50 });
      return records
        .filter(({ listId }) => listId === id)
        .map(({ title, distance }) => `${title} ${distance}`)
        .sort();
    };
    expect(await found()).toEqual(['One 0', 'Three 1', 'Two 1']);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['published', 'published', 'published']);

    await keepHashMatches(test.database.db, system, { listId: id, videoIds: [ids[1] as number, other] });
    expect(await found()).toEqual(['One 0', 'Three 1']);
    const { number, withheld } = await withholdHashMatches(test.database.db, system, {
      listId: id,
      kind: 'minor',
      siteUrl: 'https://shelf.example',
    });
    expect(withheld).toBe(2);
    expect(await found()).toEqual([]);
    expect(await Promise.all([...ids, other].map(stateOf))).toEqual(['withheld', 'published', 'withheld', 'published']);
    const urls = await test.database.db.selectFrom('case_urls').select('url').orderBy('position').execute();
    expect(urls.map(({ url }) => url)).toEqual([
      `https://shelf.example/video/${ids[0]}-one`,
      `https://shelf.example/video/${ids[2]}-three`,
    ]);
    expect(number).toMatch(/^\d{4}-\d{6}$/);
    await expect(
      withholdHashMatches(test.database.db, system, { listId: id, kind: 'minor', siteUrl: '' }),
    ).rejects.toThrow('There is nothing left to decide.');
  });
});
