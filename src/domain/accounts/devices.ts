import type { Db } from '#db/database.ts';
import { dayMs } from '#domain/day.ts';
import { hashOfToken, randomToken } from '#domain/secrets.ts';

// The first match counts: most browsers also claim to be Chrome or Safari.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const firstMatch = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * A name such as 'Firefox on Windows' for lists of sessions and emails. User agents can claim anything, so don't rely on it, and never
 * quote them: a name such as 'call-555-0100' would appear in an email of this site.
 */
export const deviceName = (userAgent: string): string => {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(systems, userAgent);
  if (browser === undefined) return system === undefined ? 'an unknown device' : `an unknown browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
};

/** The longest time for which browsers keep a cookie. */
export const deviceLifetime = 400 * dayMs;

/** A limit, because programs that sign in without cookies are a new device each time. */
const maxDevices = 50;

/** Returns the token's hash if the account has signed in with it. Takes as long for unknown accounts, to prevent timing attacks. */
export const findKnownDevice = async (db: Db, token: string | undefined, adminId: number | undefined) => {
  if (token === undefined) return undefined;
  const device = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('token_hash', '=', hashOfToken(token))
    .where('admin_id', '=', adminId ?? 0)
    .where('last_used_at', '>', new Date(Date.now() - deviceLifetime))
    .executeTakeFirst();
  return device?.token_hash;
};

const isIssued = async (db: Db, token: string) =>
  (await db
    .selectFrom('known_devices')
    .select('admin_id')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()) !== undefined;

/** Returns the device's token. A token that this site has not issued is replaced, because the client may have chosen it. */
export const rememberDevice = async (tx: Db, token: string | undefined, adminId: number): Promise<string> => {
  const deviceToken = token !== undefined && (await isIssued(tx, token)) ? token : randomToken();
  const last_used_at = new Date();
  await tx
    .insertInto('known_devices')
    .values({ token_hash: hashOfToken(deviceToken), admin_id: adminId, last_used_at })
    .onConflict((conflict) => conflict.columns(['token_hash', 'admin_id']).doUpdateSet({ last_used_at }))
    .execute();
  const oldest = tx
    .selectFrom('known_devices')
    .select('token_hash')
    .where('admin_id', '=', adminId)
    .orderBy('last_used_at', 'desc')
    .offset(maxDevices);
  await tx.deleteFrom('known_devices').where('admin_id', '=', adminId).where('token_hash', 'in', oldest).execute();
  return deviceToken;
};

/** After a password change: others may have signed in with the old one. `exceptToken` is the current browser. */
export const forgetDevices = async (tx: Db, adminId: number, exceptToken?: string): Promise<void> => {
  await tx
    .deleteFrom('known_devices')
    .where('admin_id', '=', adminId)
    .$if(exceptToken !== undefined, (query) => query.where('token_hash', '!=', hashOfToken(exceptToken ?? '')))
    .execute();
};

export const pruneDevices = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('known_devices')
    .where('last_used_at', '<', new Date(Date.now() - deviceLifetime))
    .execute();
};
