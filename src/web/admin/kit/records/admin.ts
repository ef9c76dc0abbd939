import type { AdminRecord } from '#contract/accounts.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type Admin = WithId<AdminRecord>;

export const loadAdmins = async (adminId: string) =>
  (await adminClient.getAdmins({ query: { adminId } })).admins.map(withId);
