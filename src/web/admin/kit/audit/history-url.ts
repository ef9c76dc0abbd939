import { catalogueEntities } from '#contract/values/audit.ts';

/** Entries of one admin or of the whole site are no history of a record. */
const withoutHistory = ['session', 'settings', 'authenticator_app', 'recovery_codes'];

/** The history of a record, for those who may read it. */
export const historyUrl = (
  { entity, entityId }: { entity: string; entityId: string },
  isMainAdmin: boolean,
): string | undefined => {
  if (withoutHistory.includes(entity) || entityId === '0') return undefined;
  if (!isMainAdmin && !catalogueEntities.some((each) => each === entity)) return undefined;
  return `/admin/history/${entity}/${entityId}`;
};
