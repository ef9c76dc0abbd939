import type { SeoCheckRecord, SeoReportRecord } from '#contract/seo-checks.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type SeoCheck = WithId<SeoCheckRecord>;
export type SeoReport = SeoReportRecord;
export type SeoProblem = SeoReport['examples'][number];

export interface SeoChecks {
  /** Newest first. */
  checks: SeoCheck[];
  /** The check whose report is shown. */
  shown: SeoCheck | undefined;
  report: SeoReport | null;
}

/** All checks, and the report of one of them: the newest that has finished, unless an id is given. */
export const loadSeoChecks = async (id: string | null): Promise<SeoChecks> => {
  const checks = (await adminClient.getSeoChecks()).checks.map(withId);
  const shown = checks.find((check) => (id === null ? check.state === 'finished' : check.id === id));
  const report = shown ? (await adminClient.getSeoCheck({ params: { id: shown.id } })).report : null;
  return { checks, shown, report };
};

export const startSeoCheck = () => adminClient.startSeoCheck();

export const cancelSeoCheck = ({ id }: SeoCheck) => adminClient.cancelSeoCheck({ params: { id } });
