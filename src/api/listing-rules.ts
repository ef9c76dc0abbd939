import type {
  BlockRecord,
  blockRoutes,
  HashListRecord,
  HashMatchRecord,
  KeptByRecord,
  KeptRecord,
  MirrorMatchRecord,
  prohibitedTermRoutes,
  stayDownRoutes,
} from '#contract/listing-rules.ts';
import { imageMissing, imageTooLarge, limits } from '#contract/values/fields.ts';
import type { BlockedKind, BlockState } from '#contract/values/record-kinds.ts';
import { countNamed } from '#domain/blocks/blocked-names.ts';
import {
  type Block,
  type BlockKind,
  countPosts,
  findTarget,
  isBlocked,
  liftBlock,
  makeBlock,
  readBlocks,
} from '#domain/blocks/blocks.ts';
import { ValidationError } from '#domain/errors.ts';
import { readMatcher, sentenceOf } from '#domain/listing-rules/prohibited-terms.ts';
import { findPostIds } from '#domain/posts/find-posts.ts';
import {
  addHashList,
  deleteHashList,
  type HashList,
  readHashLists,
  restoreHashList,
} from '#domain/stay-down/hash-lists.ts';
import {
  checkLink,
  checkPicture,
  type KeptBy,
  type KeptEntry,
  readKept,
  removeKept,
} from '#domain/stay-down/kept-entries.ts';
import {
  type HashMatch,
  keepHashMatches,
  readHashMatches,
  withholdHashMatches,
} from '#domain/stay-down-matches/hash-matches.ts';
import {
  keepMirrorMatches,
  type MirrorMatch,
  readMirrorMatches,
  withholdMirrorMatches,
} from '#domain/stay-down-matches/mirror-matches.ts';
import { matchingPosts, matchingRecords } from '#domain/term-matches.ts';
import { linkText } from '#domain/terms/matcher.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf } from './http/caller.ts';
import { readFileForm, readPictureForm } from './http/multipart.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { idOrNull, isoTime, withIsoTimes } from './records/wire-values.ts';

const maxTermsFound = 20;
const linkPattern = /^https?:\/\/\S+$/i;

export const prohibitedTermHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof prohibitedTermRoutes> => ({
  tryProhibitedTerms: async ({ body }) => {
    const matcher = await readMatcher(db);
    const tried = body.text.trim();
    const text = linkPattern.test(tried) ? linkText(tried) : tried;
    const found = matcher.findAll(text, maxTermsFound).map((match) => ({
      term: match.term,
      text: text.slice(match.from, match.to),
      sentence: sentenceOf(match),
    }));
    return { success: true, found };
  },
  findMatchingPosts: async ({ query }) => {
    const { posts, ...rest } = await matchingPosts(db, query.after);
    return {
      success: true,
      posts: posts.map(({ id, title, sentence }) => ({ _id: String(id), titel: title, sentence })),
      ...rest,
    };
  },
  findMatchingRecords: async ({ query }) => {
    const { records, next } = await matchingRecords(db, query.kind, query.after);
    return { success: true, records: records.map(({ id, ...record }) => ({ _id: String(id), ...record })), next };
  },
});

const blockKinds: Record<BlockedKind, BlockKind> = { host: 'host', star: 'performer', network: 'partner' };
const wireKinds: Record<BlockKind, BlockedKind> = { host: 'host', performer: 'star', partner: 'network' };

const blockStateOf = ({ sweptAt, liftedAt, releasedAt }: Block): BlockState => {
  if (liftedAt) return releasedAt ? 'lifted' : 'restoring';
  return sweptAt ? 'in_force' : 'hiding';
};

const toBlockRecord = (block: Block): BlockRecord => ({
  _id: String(block.id),
  kind: wireKinds[block.kind],
  name: block.name,
  reason: block.reason,
  caseNumber: block.caseNumber,
  state: blockStateOf(block),
  posts: block.posts,
  held: block.held,
  createdAt: block.createdAt.toISOString(),
  createdBy: block.createdBy,
  liftedAt: isoTime(block.liftedAt),
  liftedBy: block.liftedBy,
});

export const blockHandlers = ({ db, index, blocks }: ApiContext): HandlersOf<keyof typeof blockRoutes> => ({
  getBlocks: async ({ query }) => {
    const { blocks: found, total } = await readBlocks(db, query);
    return { success: true, blocks: found.map(toBlockRecord), pagination: paginationOf(total, query) };
  },
  previewBlock: async ({ body }) => {
    const target = await findTarget(db, blockKinds[body.kind], body.value);
    const [posts, named, isBlockedAlready] = await Promise.all([
      countPosts(db, target),
      countNamed(db, target, (search) => findPostIds({ db, index }, { state: 'published', search })),
      isBlocked(db, target),
    ]);
    return { success: true, name: target.name, posts, named, isBlocked: isBlockedAlready };
  },
  addBlock: async (call) => {
    const { kind, ...block } = call.body;
    const made = await makeBlock(db, actorOf(call), { ...block, kind: blockKinds[kind] });
    blocks.runDue();
    return { success: true, block: toBlockRecord(made) };
  },
  liftBlock: async (call) => {
    const lifted = await liftBlock(db, actorOf(call), Number(call.params.id));
    blocks.runDue();
    return { success: true, block: toBlockRecord(lifted) };
  },
});

const toKeptRecord = ({ id, caseId, ...entry }: KeptEntry): KeptRecord => ({
  _id: String(id),
  caseId: String(caseId),
  ...withIsoTimes(entry),
});

const toKeptByRecord = ({ caseId, ...keptBy }: KeptBy): KeptByRecord => ({ caseId: idOrNull(caseId), ...keptBy });

const toHashListRecord = ({ id, ...list }: HashList): HashListRecord => ({ _id: String(id), ...withIsoTimes(list) });

const toHashMatchRecord = ({ listId, videoId, title, ...match }: HashMatch): HashMatchRecord => ({
  listId: String(listId),
  _id: String(videoId),
  titel: title,
  ...withIsoTimes(match),
});

const toMirrorMatchRecord = ({ videoId, title, caseId, ...match }: MirrorMatch): MirrorMatchRecord => ({
  _id: String(videoId),
  titel: title,
  caseId: String(caseId),
  ...withIsoTimes(match),
});

const hashListUpload = {
  field: 'file',
  bytes: limits.hashLists.bytes,
  missing: 'Choose a hash list.',
  tooLarge: `The file may be at most ${limits.hashLists.bytes / 1024 / 1024} MB. Split it into several.`,
};

const chosenMatches = (id: string, ids: readonly string[] | undefined) => ({
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
    const { list, read } = await readFileForm(call.request, hashListUpload, (file) =>
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
    const choice = { ...chosenMatches(call.params.id, ids), kind, siteUrl };
    const { number, ...counts } = await withholdHashMatches(db, actorOf(call), choice);
    await waitUntilVisible(index);
    return { success: true, caseNumber: number, ...counts };
  },
  keepHashMatches: async (call) => ({
    success: true,
    kept: await keepHashMatches(db, actorOf(call), chosenMatches(call.params.id, call.body.ids)),
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
