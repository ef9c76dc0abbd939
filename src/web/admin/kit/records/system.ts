import type { SystemReport } from '#contract/system.ts';
import { adminClient } from '../session/admin-client.ts';

export type { SystemCheck, SystemJob, SystemNode, SystemReport, SystemSection } from '#contract/system.ts';

export const loadSystem = async (): Promise<SystemReport> => (await adminClient.getSystem()).system;

export const startBackup = () => adminClient.startBackup();
