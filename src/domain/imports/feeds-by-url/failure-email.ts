import type { Db } from '#db/database.ts';
import { readMainAdmins } from '#domain/accounts/account-notices.ts';
import { accountEvent, composeMessage, queueMessage } from '#domain/mail/outbox.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import type { DueFeed } from './due-feeds.ts';

/** Servers fail for an hour now and then; after this many attempts it is more than that. */
export const mailedFailures = 5;

/** Tells the main admins that a feed cannot be fetched, once until it can be again. */
export const mailFailingFeed = async (
  tx: Db,
  { id: sourceId, name, fetchedAt }: DueFeed,
  error: string,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  for (const { id, username, email } of await readMainAdmins(tx))
    await queueMessage(
      tx,
      composeMessage({
        event: accountEvent(id, `feed ${sourceId} fails after ${fetchedAt?.toISOString() ?? 'nothing'}`),
        recipient: email,
        subject: `The feed “${name}” cannot be fetched`,
        greeting: `Hello ${username},`,
        paragraphs: [
          `The feed of the source “${name}” could not be fetched ${mailedFailures} times in a row. ${error}`,
          'The site goes on trying, at most once a day. You get no further email about this feed until it has been fetched again.',
        ],
        site,
      }),
    );
};
