import type { seoCheckRoutes } from '#contract/seo-checks.ts';
import { cancelSeoCheck, readSeoCheck, readSeoChecks } from '#domain/seo-check/seo-checks.ts';
import { sessionOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { toSeoCheckRecord } from './records/seo-check.ts';

export const seoCheckHandlers = ({ db, seoChecker }: ApiContext): HandlersOf<keyof typeof seoCheckRoutes> => ({
  getSeoChecks: async () => ({ success: true, checks: (await readSeoChecks(db)).map(toSeoCheckRecord) }),
  getSeoCheck: async ({ params: { id } }) => {
    const { report, ...check } = await readSeoCheck(db, Number(id));
    return { success: true, check: toSeoCheckRecord(check), report };
  },
  startSeoCheck: async (call) => ({
    success: true,
    check: toSeoCheckRecord(await seoChecker.start(sessionOf(call).username)),
  }),
  cancelSeoCheck: async ({ params: { id } }) => {
    await cancelSeoCheck(db, Number(id));
    return { success: true };
  },
});
