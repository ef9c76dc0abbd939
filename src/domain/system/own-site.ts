import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '#domain/secrets/keys.ts';

/** Where the site tells the doctor how its request arrived. Others get 404. */
export const arrivalPath = '/healthz/arrival';

export const arrivalHeader = 'x-doctor';

/** Both sides prove that they have the same secret key, and neither sends it. */
export interface DoctorKey {
  ask: (nonce: string) => string;
  answer: (nonce: string) => string;
}

export const doctorKey = (secretKey: Buffer): DoctorKey => {
  const key = deriveKey(secretKey, 'doctor');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return { ask: (nonce) => sign(`ask ${nonce}`), answer: (nonce) => sign(`answer ${nonce}`) };
};

/** How a request of the doctor arrived at the site. */
export interface Arrival {
  proof: string;
  version: string;
  ip: string;
  protocol: string;
  host: string;
  /** The IP of a proxy that TRUST_PROXY does not name. */
  untrustedProxy?: string;
  hasForwardedFor: boolean;
}

export type SiteAnswer =
  | { kind: 'ours'; arrival: Arrival; date: number | undefined; askedAt: number; answeredAt: number }
  /** Something answers that is not this site. */
  | { kind: 'other' }
  | { kind: 'none'; reason: string; code: string | undefined };

const timeoutMs = 5_000;

const describe = (error: Error): { reason: string; code: string | undefined } => {
  const cause = error.cause as { message?: string; code?: string } | undefined;
  if (error.name === 'TimeoutError')
    return { reason: `no answer within ${timeoutMs / 1000} seconds`, code: 'ETIMEDOUT' };
  return { reason: cause?.message || cause?.code || error.message, code: cause?.code };
};

/** Asks the site at a URL how the request arrived there. */
export const askSite = async (url: string, key: DoctorKey): Promise<SiteAnswer> => {
  const nonce = randomBytes(16).toString('hex');
  const askedAt = Date.now();
  try {
    const response = await fetch(`${url}${arrivalPath}`, {
      headers: { [arrivalHeader]: `${nonce} ${key.ask(nonce)}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answeredAt = Date.now();
    const arrival = (await response.json().catch(() => undefined)) as Arrival | undefined;
    if (arrival?.proof !== key.answer(nonce)) return { kind: 'other' };
    const date = Date.parse(response.headers.get('date') ?? '');
    return { kind: 'ours', arrival, date: Number.isNaN(date) ? undefined : date, askedAt, answeredAt };
  } catch (error) {
    return { kind: 'none', ...describe(error as Error) };
  }
};
