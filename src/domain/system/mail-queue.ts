import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export interface MailQueue {
  waiting: number;
  oldestWaitingAt: Date | undefined;
  lastSentAt: Date | undefined;
  /** When the message was written that was given up last. */
  failedAt: Date | undefined;
  /** Why the latest message that has not been sent was refused. */
  lastError: string | undefined;
}

type Nullable<T> = { [K in keyof T]: Exclude<T[K], undefined> | null };

export const readMailQueue = async (db: Db): Promise<MailQueue> => {
  const { rows } = await sql<Nullable<MailQueue>>`
    select count(*) filter (where status = 'waiting')::int as waiting,
           min(created_at) filter (where status = 'waiting') as "oldestWaitingAt",
           max(sent_at) as "lastSentAt",
           max(created_at) filter (where status = 'failed') as "failedAt",
           (select last_error from outbox where status <> 'sent' and last_error is not null
            order by id desc limit 1) as "lastError"
    from outbox`.execute(db);
  const [row] = rows;
  return {
    waiting: row?.waiting ?? 0,
    oldestWaitingAt: row?.oldestWaitingAt ?? undefined,
    lastSentAt: row?.lastSentAt ?? undefined,
    failedAt: row?.failedAt ?? undefined,
    lastError: row?.lastError ?? undefined,
  };
};
