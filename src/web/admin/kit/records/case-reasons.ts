import type { CaseReasons } from '#contract/values/case-reasons.ts';
import { loadWithFallback } from '../session/failure.ts';
import { loadSettings } from './settings.ts';

export const noReasons: CaseReasons = { remove: [], keep: [], ask: [] };

/** The texts that admins start from. Without them, they can still write their own. */
export const loadCaseReasons = async (): Promise<CaseReasons> => {
  const reasons = loadSettings().then(({ caseReasons }) => caseReasons);
  return (await loadWithFallback(reasons, noReasons, 'Failed to fetch the reasons')).data;
};
