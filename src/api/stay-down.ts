import type { stayDownRoutes } from '#contract/stay-down.ts';
import { limits } from '#contract/values/limits.ts';
import { imageMissing, imageTooLarge } from '#contract/values/sentences.ts';
import { ValidationError } from '#domain/errors.ts';
import { checkLink, checkPicture } from '#domain/stay-down/check-kept.ts';
import { addHashList, deleteHashList, readHashLists, restoreHashList } from '#domain/stay-down/hash-lists.ts';
import { readKept, removeKept } from '#domain/stay-down/kept-entries.ts';
import { keepHashMatches, readHashMatches, withholdHashMatches } from '#domain/stay-down-matches/hash-matches.ts';
import {
  keepMirrorMatches,
  readMirrorMatches,
  withholdMirrorMatches,
} from '#domain/stay-down-matches/mirror-matches.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { readFileForm, readPictureForm } from './http/multipart.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import {
  toHashListRecord,
  toHashMatchRecord,
  toKeptByRecord,
  toKeptRecord,
  toMirrorMatchRecord,
} from './records/stay-down.ts';

const upload = {
  field: 'file',
  bytes: limits.hashLists.bytes,
  missing: 'Choose a hash list.',
  tooLarge: `The file may be at most ${limits.hashLists.bytes / 1024 / 1024} MB. Split it into several.`,
};

const choiceOf = (id: string, ids: readonly string[] | undefined) => ({
  listId: Number(id),
  videoIds: ids?.map(Number),
});

export const stayDownHandlers = ({ db, index, siteUrl }: ApiContext): HandlersOf<keyof typeof stayDownRoutes> => ({
  getKept: async ({ query }) => {
    const { total, records } = await readKept(db, query);
    return { success: true, kept: records.map(toKeptRecord), pagination: paginationOf(total, query) };
  },
  removeKept: async (call) => {
    const { kind, id } = call.params;
    await removeKept(db, actorOf(call), kind, Number(id), call.body.reason.trim());
    return { success: true, _id: id };
  },
  checkKeptLink: async ({ query }) => ({
    success: true,
    keptBy: (await checkLink(db, query.link)).map(toKeptByRecord),
  }),
  checkKeptPicture: async ({ request }) => {
    const { picture } = await readPictureForm(request, { picture: 'image', tooLarge: imageTooLarge });
    if (!picture?.length) throw new ValidationError(imageMissing, { image: imageMissing });
    const { hash, keptBy } = await checkPicture(db, picture);
    return { success: true, hash: hash ?? null, keptBy: keptBy.map(toKeptByRecord) };
  },
  getHashLists: async () => ({ success: true, lists: (await readHashLists(db)).map(toHashListRecord) }),
  addHashList: async (call) => {
    const { list, read } = await readFileForm(call.request, upload, (file) =>
      addHashList(db, actorOf(call), call.query.name, file),
    );
    const { size, bad, badLines } = read;
    return { success: true, list: list ? toHashListRecord(list) : null, hashes: size, bad, badLines };
  },
  deleteHashList: async (call) => {
    await deleteHashList(db, actorOf(call), Number(call.params.id));
    return { success: true, _id: call.params.id };
  },
  restoreHashList: async (call) => ({
    success: true,
    list: toHashListRecord(await restoreHashList(db, actorOf(call), Number(call.params.id))),
  }),
  getHashMatches: async ({ query }) => {
    const { total, records } = await readHashMatches(db, query);
    return { success: true, matches: records.map(toHashMatchRecord), pagination: paginationOf(total, query) };
  },
  withholdHashMatches: async (call) => {
    const { kind, ids } = call.body;
    const choice = { ...choiceOf(call.params.id, ids), kind, siteUrl };
    const { number, ...counts } = await withholdHashMatches(db, actorOf(call), choice);
    await waitUntilVisible(index);
    return { success: true, caseNumber: number, ...counts };
  },
  keepHashMatches: async (call) => ({
    success: true,
    kept: await keepHashMatches(db, actorOf(call), choiceOf(call.params.id, call.body.ids)),
  }),
  getMirrorMatches: async ({ query }) => {
    const { total, records } = await readMirrorMatches(db, query);
    return { success: true, matches: records.map(toMirrorMatchRecord), pagination: paginationOf(total, query) };
  },
  withholdMirrorMatches: async (call) => {
    const counts = await withholdMirrorMatches(db, actorOf(call), call.body.ids?.map(Number));
    await waitUntilVisible(index);
    return { success: true, ...counts };
  },
  keepMirrorMatches: async (call) => ({
    success: true,
    ...(await keepMirrorMatches(db, actorOf(call), call.body.ids?.map(Number))),
  }),
});
