import type { clickRoutes, dashboardRoutes, ResultRecord, resultRoutes } from '#contract/statistics.ts';
import { defaultDashboardRange } from '#contract/values/statistics.ts';
import { readBackups } from '#domain/backup/backups.ts';
import { videosByIds } from '#domain/catalogue/videos.ts';
import { readMostViewed, readTotals, readWaiting, viewsOfRange } from '#domain/dashboard.ts';
import { ValidationError } from '#domain/errors.ts';
import { ipNetwork } from '#domain/ip.ts';
import { type Result, readResultDays, readResults } from '#domain/results/results.ts';
import { readTimeZone } from '#domain/settings.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { isMainAdmin, mayCaller } from './http/caller.ts';
import { proxyNotice } from './http/proxy-watch.ts';
import { namedBySlug } from './records/names.ts';
import { isoTime } from './records/wire-values.ts';

const onlyTotal = { page: 1, limit: 1, sort: 'name' } as const;

/** Adds up views by current tag, since tags may have been renamed or merged after their views were counted. */
const mostViewedTags = (index: ApiContext['index'], counted: readonly { slug: string; views: number }[]) => {
  const current = counted.map(({ slug, views }) => ({
    tag: namedBySlug(index, 'tag', slug) ?? { slug, name: slug },
    views,
  }));
  const byTag = Map.groupBy(current, ({ tag }) => tag.slug);
  return [...byTag.values()]
    .map((same) => ({
      tag: same[0]?.tag.slug ?? '',
      name: same[0]?.tag.name ?? '',
      views: same.reduce((sum, { views }) => sum + views, 0),
    }))
    .sort((a, b) => b.views - a.views);
};

/** What waits for other roles is no work for this one. */
const noCases = {
  ...{ cases: 0, overdueCases: 0, stillPublic: 0, endingCounterNotices: 0, overdueCounterNotices: 0 },
};

export const dashboardHandlers = ({ db, index, system }: ApiContext): HandlersOf<keyof typeof dashboardRoutes> => ({
  getWaiting: async (call) => {
    const [waiting, { problems, failures }] = await Promise.all([
      readWaiting(db, { isMainAdmin: isMainAdmin(call) }),
      isMainAdmin(call) ? system.glance() : { problems: 0, failures: 0 },
    ]);
    return {
      success: true,
      waiting: {
        ...waiting,
        ...(mayCaller(call, 'removals') ? {} : noCases),
        ...(mayCaller(call, 'catalogue') ? {} : { imports: 0, deadPosts: 0, bulkChanges: 0 }),
        ...(mayCaller(call, 'submissions') ? {} : { submissions: 0 }),
        ...(mayCaller(call, 'identities') ? {} : { mail: 0 }),
        systemProblems: problems,
        systemFailures: failures,
        nextCaseDueAt: mayCaller(call, 'removals') ? isoTime(waiting.nextCaseDueAt) : null,
      },
    };
  },
  getDashboardStats: async ({ request, session }) => {
    const totals = await readTotals(db);
    const notice = proxyNotice(request);
    const { problem } = await readBackups(db);
    const backupProblem =
      problem && (session?.role === 'main_admin' ? problem : 'Backups are failing. Tell a main admin.');
    return {
      success: true,
      stats: {
        totalPosts: index.size,
        totalViews: totals.views,
        totalUniqueStars: index.performers(onlyTotal).total,
        totalUniqueTags: index.tags(onlyTotal).total,
        last7Days: { newPosts: totals.newVideos, newStars: totals.newPerformers, newTags: totals.newTags },
        last24Hours: { views: totals.viewsOfLastDay },
        waitingSubmissions: mayCaller({ session }, 'submissions') ? totals.waitingSubmissions : 0,
      },
      ...(notice === undefined ? {} : { notice }),
      ...(backupProblem === undefined ? {} : { backupProblem }),
    };
  },
  getDashboardCharts: async ({ query }) => {
    const days = Number(query.days ?? defaultDashboardRange);
    const timeZone = await readTimeZone(db);
    const [views, most] = await Promise.all([viewsOfRange(db, { days, timeZone }), readMostViewed(db, timeZone)]);
    const viewsOf = new Map(most.videos.map((video) => [video.id, video.views]));
    const shown = await videosByIds(db, [...viewsOf.keys()]);
    return {
      success: true,
      charts: {
        days,
        timeZone,
        viewsPerDay: views.days.map(({ day, views: count }) => ({ day, views: count })),
        postsPerDay: views.days.map(({ day, start, end }) => ({ day, posts: index.publishedBetween(start, end) })),
        before: {
          views: views.before.views,
          posts: index.publishedBetween(views.before.start, views.before.end),
        },
        mostViewedVideos: shown.map(({ id, title }) => ({
          _id: String(id),
          titel: title,
          views: viewsOf.get(id) ?? 0,
        })),
        mostViewedTags: mostViewedTags(index, most.tags),
      },
    };
  },
});

const toResultRecord = ({ subjectId, ...result }: Result): ResultRecord => ({
  _id: subjectId === 0 ? null : String(subjectId),
  ...result,
  clicks: result.plays + result.otherLinks + result.embeds + result.visits,
});

export const resultHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof resultRoutes> => ({
  getResults: async ({ query: { by, days } }) => {
    const range = { kind: by, days: Number(days), timeZone: await readTimeZone(db) };
    return { success: true, results: (await readResults(db, range)).map(toResultRecord) };
  },
  getResultDays: async ({ query: { by, days, id } }) => {
    const range = { kind: by, days: Number(days), timeZone: await readTimeZone(db) };
    return { success: true, days: await readResultDays(db, range, id ? Number(id) : undefined) };
  },
});

/** CDNs send CDN-Loop (RFC 8586); other shared caches should send Via (RFC 9110). */
const isBehindCache = (headers: Record<string, unknown>) => 'cdn-loop' in headers || 'via' in headers;

export const clickHandlers = ({ clicks }: ApiContext): HandlersOf<keyof typeof clickRoutes> => ({
  countClick: async ({ body: { kind, target, openMs }, request, session }) => {
    if (kind !== 'visit' && !/^\d{1,18}$/.test(target))
      throw new ValidationError('The target must be the id of a video.', {
        target: 'The target must be the id of a video.',
      });
    // Don't count admins, who test links.
    if (!session)
      clicks.count({
        kind,
        target,
        openMs,
        visitor: { network: ipNetwork(request.ip), userAgent: request.headers['user-agent'] },
        isBehindCache: isBehindCache(request.headers),
      });
    return { success: true };
  },
});
