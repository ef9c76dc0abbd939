/** Hashes the pictures of a database that wait, for a test that kills it. */
import { openDatabase } from '#db/database.ts';
import { createFetcher } from '#domain/fetching/fetcher.ts';
import { allowanceOf } from '#domain/fetching/outgoing-connections.ts';
import { createPictureReader } from '#domain/stay-down/hash-picture.ts';
import { createPictureHasher } from '#domain/stay-down-matches/picture-hasher.ts';

const [, , databaseUrl = '', pictureUrl = ''] = process.argv;
const siteUrl = 'https://shelf.example';
const { db, close } = openDatabase(databaseUrl);
const fetch = createFetcher({ siteUrl, allow: [allowanceOf(pictureUrl)] });
await createPictureHasher({ db, readPicture: createPictureReader({ db, fetch, siteUrl }), pauseMs: 0 }).hashDue();
await close();
