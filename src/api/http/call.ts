import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Input, Output, Route } from '#contract/calls/route.ts';
import type { RouteName, Routes } from '#contract/calls/routes.ts';
import type { Db } from '#db/database.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import type { BackupRunner } from '#domain/backup/backup-runner.ts';
import type { BlockRunner } from '#domain/blocks/block-runner.ts';
import type { BulkChangeRunner } from '#domain/bulk-changes/runner.ts';
import type { CaseKeys } from '#domain/cases/case-keys.ts';
import type { NameProfiles } from '#domain/catalogue/name-profiles.ts';
import type { VideoReader } from '#domain/catalogue/videos.ts';
import type { FeedScheduler } from '#domain/imports/feeds-by-url/feed-scheduler.ts';
import type { FeedFetcher } from '#domain/imports/feeds-by-url/fetch-by-hand.ts';
import type { ListText } from '#domain/list-texts.ts';
import type { ListedPartner } from '#domain/partners/partners.ts';
import type { PictureUrls } from '#domain/pictures/picture-urls.ts';
import type { ClickCounter } from '#domain/results/clicks.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { AccountKeys } from '#domain/secrets.ts';
import type { SeoChecker } from '#domain/seo-check/seo-checks.ts';
import type { StoredSettings } from '#domain/settings.ts';
import type { PictureHasher } from '#domain/stay-down-matches/picture-hasher.ts';
import type { SystemWatch } from '#domain/system/system-report.ts';
import type { VisitorViews } from '#domain/views.ts';

/** What a handler receives: validated input, the caller's session, and Fastify's request and reply. */
export type Call<R extends Route> = Omit<Input<R>, 'form'> & {
  session: Session | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<R extends Route> = (call: Call<R>) => Promise<Output<R>>;

export type HandlersOf<Names extends RouteName> = { [K in Names]: Handler<Routes[K]> };
/** A handler for every route of the contract. */
export type Handlers = HandlersOf<RouteName>;

/** The dependencies of handlers. Created once, in server/create-context.ts. */
export interface ApiContext {
  /** The primary database, so that admins read their own writes. */
  db: Db;
  index: CatalogueIndex;
  videos: VideoReader;
  /** Profiles of performers. */
  profiles: NameProfiles;
  tagProfiles: NameProfiles;
  views: VisitorViews;
  /** Cached until they change. */
  storedSettings: () => Promise<StoredSettings>;
  /** By list key. */
  listTexts: () => Promise<ReadonlyMap<string, ListText>>;
  /** Paths by folded search text. */
  searchRedirects: () => Promise<ReadonlyMap<string, string>>;
  listedPartners: () => Promise<ListedPartner[]>;
  keys: AccountKeys;
  /** Keys for reports and their status pages. */
  caseKeys: CaseKeys;
  backups: BackupRunner;
  bulkChanges: BulkChangeRunner;
  imports: { runDue: () => Promise<unknown> };
  feeds: FeedFetcher;
  feedScheduler: FeedScheduler;
  clicks: ClickCounter;
  blocks: BlockRunner;
  /** Slugs and aliases of blocked performers, whose pages are gone. Cached until they change. */
  blockedSlugs: () => Promise<ReadonlySet<string>>;
  seoChecker: SeoChecker;
  pictures: PictureHasher;
  /** URLs at the image proxy, by its current settings. */
  pictureUrls: () => Promise<PictureUrls>;
  system: SystemWatch;
  /** From the server's configuration: the provider's host, and the header with a visitor's country. */
  ageChecks: { provider: string | undefined; countryHeader: string | undefined };
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
}
