import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  isWebUrlOrPath,
  type PictureFormat,
  type PictureWidth,
  pictureFormats,
  picturesPath,
  pictureWidths,
} from '#contract/values/urls.ts';
import type { Db } from '#db/database.ts';
import { GoneError, NotFoundError } from '#domain/errors.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { ipNetwork } from '#domain/ip.ts';
import { createEncoder } from '#domain/pictures/encoder.ts';
import { createPictureProxy, type PictureAnswer, type PictureProxy } from '#domain/pictures/picture-proxy.ts';
import { createPictureStore, forgetRemoved, type PictureStore } from '#domain/pictures/picture-store.ts';
import {
  createPictureHash,
  type FindPictures,
  type PictureHash,
  type PictureKind,
  type PictureName,
  type PictureUrls,
  parsePictureName,
} from '#domain/pictures/picture-urls.ts';
import type { Rasterise } from '#domain/pictures/rasterise.ts';
import { createOriginalReader } from '#domain/pictures/read-original.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createPictureScreen } from '#domain/stay-down-matches/picture-screen.ts';
import { type UploadReader, uploadPathOf, uploadsPath } from '#domain/uploads/uploads.ts';
import { type ArtKind, drawArt } from './art/art.ts';
import { forOneDay, forOneMinute, forTenMinutes, immutable, sharedForOneSecond } from './cache-control.ts';
import type { Config } from './config.ts';

interface OpenPicturesOptions {
  config: Config;
  db: Db;
  index: CatalogueIndex;
  fetch: Fetch;
  secretKey: Buffer;
  logger: Logger;
}

export interface OpenPictures {
  proxy: PictureProxy;
  store: PictureStore;
  hashOf: PictureHash;
}

export const picturesFolder = ({ pictureCacheDir, dataDir }: Pick<Config, 'pictureCacheDir' | 'dataDir'>) =>
  pictureCacheDir ?? join(dataDir, 'pictures');

/** At most one error is logged in this time: a full disk would otherwise log a line for every picture. */
const errorLogIntervalMs = 60_000;

export const openPictures = ({ config, db, index, fetch, secretKey, logger }: OpenPicturesOptions): OpenPictures => {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const store = createPictureStore({
    folder: picturesFolder(config),
    maxBytes: config.pictureCacheMb * 1024 * 1024,
    onError: (err, doing) => {
      if (performance.now() - loggedAt < errorLogIntervalMs) return;
      loggedAt = performance.now();
      logger.warn({ err }, `Pictures of the image proxy cannot be ${doing}`);
    },
  });
  const hashOf = createPictureHash(secretKey);
  const proxy = createPictureProxy({
    store,
    encoder: createEncoder(),
    screen: createPictureScreen(db),
    readOriginal: createOriginalReader({ db, fetch, siteUrl: config.siteUrl }),
    threads: Math.max(1, Math.floor(availableParallelism() / 2)),
  });
  const onError = (err: unknown) => logger.warn({ err }, 'Pictures of removed posts could not be deleted');
  forgetRemoved({ db, index, store, hashOf, onError });
  // In the background: until it is done, stored pictures are found on disk anyway.
  void store.rescan().catch((err) => logger.warn({ err }, 'The folder of the image proxy could not be read'));
  return { proxy, store, hashOf };
};

const artPaths: Record<string, ArtKind> = {
  '/art': 'video',
  '/art/performer': 'performer',
  '/art/logo': 'logo',
};

/**
 * Although the content under a name never changes, it may be removed: a browser asks again after a day, which costs a 304, and a shared
 * cache each time.
 */
const picturePolicy = `${forOneDay}, ${sharedForOneSecond}`;
const neverStored = 'private, no-store';

interface ImagesOptions {
  uploads: UploadReader;
  rasterise: Rasterise;
  /** Whether the request comes from a signed-in admin. */
  isAdmin: (request: FastifyRequest) => Promise<boolean>;
}

/** Registers the demo's generated pictures and the uploads. The content under a name never changes. */
export const registerImages = async (app: FastifyInstance, { uploads, isAdmin, rasterise }: ImagesOptions) => {
  const sendArt = async (kind: ArtKind, file: string, reply: FastifyReply) => {
    const [, number, format] = /^(\d{1,9})\.(svg|jpg)$/.exec(file) ?? [];
    if (number === undefined) return reply.callNotFound();
    const draw = () => drawArt(kind, Number(number));
    const content = format === 'jpg' ? await rasterise(`${kind} ${Number(number)}`, draw) : draw();
    return reply
      .type(format === 'jpg' ? 'image/jpeg' : 'image/svg+xml; charset=utf-8')
      .header('cache-control', immutable)
      .send(content);
  };
  for (const [path, kind] of Object.entries(artPaths))
    app.get<{ Params: { file: string } }>(`${path}/:file`, (request, reply) =>
      sendArt(kind, request.params.file, reply),
    );
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const name = request.params['*'];
    const upload = await uploads.read(name);
    if (!upload) return reply.callNotFound();
    if (upload.access !== 'public') {
      reply.header('cache-control', neverStored);
      // Admins have to see the pictures they decide on, and those of drafts.
      if (await isAdmin(request)) return reply.type('image/webp').send(upload.content);
      if (upload.access === 'hidden') return reply.callNotFound();
      throw new GoneError('This picture has been removed.');
    }
    const etag = `"${name}"`;
    reply.headers({ 'cache-control': picturePolicy, etag });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('image/webp').send(upload.content);
  });
};

interface PicturesOptions extends Pick<OpenPictures, 'proxy' | 'hashOf'> {
  uploads: UploadReader;
  siteUrl: string;
  find: FindPictures;
  urls: () => Promise<PictureUrls>;
  isAdmin: (request: FastifyRequest) => Promise<boolean>;
}

interface PictureFile {
  width: PictureWidth;
  format: PictureFormat;
}

/** For a WebP that is sent until the AVIF is ready. */
const interimPolicy = `${forOneMinute}, ${sharedForOneSecond}`;

/** Why a picture cannot be sent. */
type Missing = Exclude<PictureAnswer['state'], 'ready'>;
const missingStatus: Record<Missing, number> = { gone: 404, unreachable: 502, busy: 503 };
const missingPolicy: Record<Missing, string> = {
  gone: `${forTenMinutes}, ${sharedForOneSecond}`,
  unreachable: `${forOneMinute}, ${sharedForOneSecond}`,
  busy: neverStored,
};

const artOf: Record<PictureKind, ArtKind> = {
  video: 'video',
  performer: 'performer',
  tag: 'video',
  partner: 'logo',
  banner: 'video',
};

const noSuchPicture = () => new NotFoundError('There is no such picture.');

const fileOf = (name: string): PictureFile => {
  const [, digits, format] = /^(\d{3,4})\.(avif|webp)$/.exec(name) ?? [];
  const width = pictureWidths.find((each) => String(each) === digits);
  if (!width) throw noSuchPicture();
  return { width, format: pictureFormats.find((each) => each === format) ?? 'webp' };
};

const isWebp = (content: Buffer) => content.toString('latin1', 8, 12) === 'WEBP';

const sendContent = (content: Buffer, reply: FastifyReply) =>
  reply.type(isWebp(content) ? 'image/webp' : 'image/avif').send(content);

/** Serves re-encoded pictures of other sites and uploads, if a record currently shows them (decision 064). */
export const registerPictures = async (
  app: FastifyInstance,
  { proxy, hashOf, find, urls, uploads, siteUrl, isAdmin }: PicturesOptions,
) => {
  /** Sends a neutral drawing with the error, which browsers show, so that the page doesn't look broken. */
  const sendArt = ({ kind, key }: PictureName, state: Missing, reply: FastifyReply) =>
    reply
      .code(missingStatus[state])
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', missingPolicy[state])
      .send(drawArt(artOf[kind], Number(key) || 0));

  const sendPicture = async (
    name: PictureName & { hash: string },
    url: string,
    { width, format }: PictureFile,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { hash } = name;
    const etag = `"${hash}-${width}.${format}"`;
    if (request.headers['if-none-match']?.includes(etag))
      return reply.code(304).headers({ 'cache-control': picturePolicy, etag }).send();
    const answer = await proxy.read({ url, hash, width, format, visitor: ipNetwork(request.ip) });
    if (answer.state !== 'ready') return sendArt(name, answer.state, reply);
    reply.headers(answer.isFinal ? { 'cache-control': picturePolicy, etag } : { 'cache-control': interimPolicy });
    return sendContent(answer.content, reply);
  };

  /** Several posts may share an upload, which is withheld as soon as one of them is. */
  const assertNotWithheld = async (url: string) => {
    const path = uploadPathOf(url, siteUrl);
    if (path === undefined) return;
    const upload = await uploads.read(path.slice(uploadsPath.length));
    if (upload?.access === 'withheld') throw new GoneError('This picture has been removed.');
  };

  app.get<{ Params: { name: string; file: string } }>(`${picturesPath}:name/:file`, async (request, reply) => {
    const file = fileOf(request.params.file);
    const name = parsePictureName(request.params.name);
    if (!name) throw noSuchPicture();
    const shownUrls = await find(name);
    const [first] = shownUrls;
    const { isOn, of } = await urls();
    // Videos that a visitor's browser remembers have a URL without a hash: it leads to the current picture.
    if (name.hash === undefined) {
      if (!first) throw noSuchPicture();
      const picture = of(name.kind, name.key, first);
      reply.header('cache-control', `${forTenMinutes}, ${sharedForOneSecond}`);
      return reply.redirect(picture ? `${picture}/${request.params.file}` : first);
    }
    const { hash } = name;
    const url = shownUrls.find((each) => each !== '' && hashOf(each) === hash);
    if (url === undefined) throw noSuchPicture();
    await assertNotWithheld(url);
    if (!isOn) return reply.header('cache-control', neverStored).redirect(url);
    return sendPicture({ ...name, hash }, url, file, request, reply);
  });

  /** Any picture that the back-office shows, so that admins' browsers don't contact other sites either. */
  const readForAdmin = (url: string, { width, format }: PictureFile, isStored: boolean): Promise<PictureAnswer> =>
    isStored ? proxy.read({ url, hash: hashOf(url), width, format, visitor: undefined }) : proxy.readOnce(url, width);

  app.get<{ Params: { file: string }; Querystring: { url?: unknown; withheld?: unknown } }>(
    `${picturesPath}any/:file`,
    async (request, reply) => {
      const file = fileOf(request.params.file);
      const { url, withheld } = request.query;
      reply.header('cache-control', neverStored);
      if (typeof url !== 'string' || !isWebUrlOrPath(url) || !(await isAdmin(request))) throw noSuchPicture();
      if (!(await urls()).isOn) return reply.redirect(url);
      const answer = await readForAdmin(url, file, withheld === undefined);
      if (answer.state !== 'ready') throw noSuchPicture();
      if (withheld === undefined) reply.header('cache-control', 'private, max-age=3600');
      return sendContent(answer.content, reply);
    },
  );
};
