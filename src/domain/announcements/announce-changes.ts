import type { Db } from '#db/database.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { readSettings } from '#domain/settings/settings.ts';
import { deliverAnnouncements } from './deliver-announcements.ts';
import type { Service } from './queue-announcements.ts';
import { type IndexNowOptions, indexNow, maxHubPings, maxIndexNowUrls, webSubHub } from './services.ts';

export interface AnnounceOptions {
  siteUrl: string;
  indexNowUrl: string;
  indexNowKey: string;
  fetch: Fetch;
  logger: { error: (details: object, message: string) => void };
}

/** Notifies the services that the operator has switched on. What is queued for others is dropped. */
export const announceChanges = async (db: Db, options: AnnounceOptions, now = new Date()): Promise<void> => {
  const { siteUrl, indexNowUrl, indexNowKey, fetch, logger } = options;
  const { indexNow: isOn, webSubHub: hubUrl } = await readSettings(db);
  const forget = (service: Service) => db.deleteFrom('announcements').where('service', '=', service).execute();
  const onGivenUp = (service: Service) => (err: unknown, paths: number) =>
    logger.error({ err, service, paths }, 'Gave up notifying a service of changed pages');

  const toIndexNow: IndexNowOptions = { url: indexNowUrl, siteUrl, key: indexNowKey };
  if (isOn === true)
    await deliverAnnouncements(db, 'indexnow', indexNow(fetch, toIndexNow), {
      batchSize: maxIndexNowUrls,
      now,
      onGivenUp: onGivenUp('indexnow'),
    });
  else await forget('indexnow');
  if (typeof hubUrl === 'string' && hubUrl !== '')
    await deliverAnnouncements(db, 'websub', webSubHub(fetch, hubUrl, siteUrl), {
      batchSize: maxHubPings,
      now,
      onGivenUp: onGivenUp('websub'),
    });
  else await forget('websub');
};
