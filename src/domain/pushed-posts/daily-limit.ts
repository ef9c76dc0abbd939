import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { UsedToken } from '#domain/accounts/api-tokens.ts';
import { TooManyRequestsError } from '#domain/errors.ts';

const counters = { posts: 'posts_that_day', pictures: 'pictures_that_day' } as const;

const secondsUntilTomorrow = () => {
  const now = new Date();
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime()) / 1000);
};

/** Counts one more of today's, in UTC. In a transaction, what is refused later does not count. */
export const takeFromDailyLimit = async (db: Db, { id, draftsOnly }: UsedToken, kind: keyof typeof counters) => {
  if (!draftsOnly) return;
  const today = sql`(now() at time zone 'UTC')::date`;
  const countedToday = (column: string) => sql`case when used_on = ${today} then ${sql.ref(column)} else 0 end`;
  const counted = (each: keyof typeof counters) =>
    sql`${countedToday(counters[each])} + ${sql.lit(each === kind ? 1 : 0)}`;
  const { numAffectedRows } = await sql`
    update api_tokens set posts_that_day = ${counted('posts')}, pictures_that_day = ${counted('pictures')}, used_on = ${today}
    where id = ${id}::bigint and ${countedToday(counters[kind])} < daily_limit`.execute(db);
  if (numAffectedRows === 0n)
    throw new TooManyRequestsError(
      `This API token has used up its ${kind} of today. More can be sent from midnight (UTC) on.`,
      secondsUntilTomorrow(),
    );
};
