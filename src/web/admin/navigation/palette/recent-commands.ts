import type { StoredAdmin } from '../../kit/session/admin-session.ts';
import type { Command } from './commands.ts';

const maxRecent = 5;

/** Each admin of a browser has their own. */
const keyOf = (admin: StoredAdmin | null) => `adminRecent ${admin?._id ?? ''}`;

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' && value !== null && 'to' in value && 'label' in value && typeof value.label === 'string';

/** What was opened with the palette, the last first. */
export const recentCommands = (admin: StoredAdmin | null): Command[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(admin)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCommand) : [];
  } catch {
    return [];
  }
};

export const rememberCommand = (admin: StoredAdmin | null, { id, label, detail, to }: Command) => {
  if (to === undefined) return;
  const others = recentCommands(admin).filter((command) => command.id !== id);
  const recent = [{ id, label, ...(detail ? { detail } : {}), to }, ...others].slice(0, maxRecent);
  try {
    localStorage.setItem(keyOf(admin), JSON.stringify(recent));
  } catch {
    // Storage is full or blocked: there is nothing recent then.
  }
};
