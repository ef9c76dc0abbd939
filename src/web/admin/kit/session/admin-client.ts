import { useSyncExternalStore } from 'react';
import { createClient, type Transport } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import type { ProblemCode } from '#contract/values/accounts.ts';
import { fetchTransport } from '../../../fetch-transport.ts';
import { isSignedIn, readAdmin, storeAdmin } from './admin-session.ts';
import { withFreshProof } from './fresh-proof.ts';

interface Waiting extends PromiseWithResolvers<boolean> {
  /** Whose session has ended. */
  adminId: string | undefined;
}

/** Resolves to whether the same admin has signed in again. */
let pending: Waiting | undefined;
/** How often somebody has signed in while this page was open: tells calls that were sent before from those sent after. */
let signIns = 0;

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** All calls that find the session ended wait for one sign-in. */
const waitForSignIn = () => {
  if (!pending) {
    pending = { ...Promise.withResolvers<boolean>(), adminId: readAdmin()?._id };
    changed();
  }
  return pending.promise;
};

const settle = (isSameAdmin: boolean) => {
  const settled = pending;
  pending = undefined;
  changed();
  settled?.resolve(isSameAdmin);
};

/** Whether calls wait for somebody to sign in again. */
export const useSessionEnded = () =>
  useSyncExternalStore(
    subscribe,
    () => pending !== undefined,
    () => false,
  );

/** In browsers only: Node has them, too, and an open one would keep the server from ending. */
const tabs = typeof window === 'undefined' ? undefined : new BroadcastChannel('admin-session');

const goOn = (adminId: string) => {
  signIns += 1;
  settle(pending?.adminId === adminId);
};
// Tabs share the session: signing in in one revives the others.
tabs?.addEventListener('message', ({ data }) => goOn(String(data)));

/** Lets the calls go on that wait, here and in other tabs. */
export const endWaiting = (adminId: string) => {
  goOn(adminId);
  tabs?.postMessage(adminId);
};

/** The calls fail with what the server answered. */
export const giveUpWaiting = () => settle(false);

/**
 * A call that finds the session ended waits until the same admin has signed in again, and is then repeated once: a form
 * need not be sent again.
 */
const withSession =
  (transport: Transport): Transport =>
  async (request) => {
    const adminId = readAdmin()?._id;
    const signInsBefore = signIns;
    const response = await transport(request);
    if (response.status !== 401 || !isSignedIn()) return response;
    if (signInsBefore === signIns && !(await waitForSignIn())) return response;
    // Never in the name of somebody else, whose own screen is being loaded.
    return readAdmin()?._id === adminId ? transport(request) : response;
  };

/** No call of the back-office takes long: what does is a job, whose progress is asked for. */
const timeoutMs = 30_000;

const plainTransport = fetchTransport({ keepalive: false, timeoutMs });
const transport = withFreshProof(withSession(plainTransport));

/** The settings may require a second factor while somebody is signed in. */
const rememberRequirement = ({ code }: { code?: ProblemCode }) => {
  const admin = readAdmin();
  if (admin && code === 'second_factor_required') storeAdmin({ ...admin, mustAddSecondFactor: true });
};

/** The API client of the back-office. */
export const adminClient = createClient(routes, async (request) => {
  const response = await transport(request);
  if (response.status !== 403) return response;
  const problem = (await response.json().catch(() => ({}))) as { code?: ProblemCode };
  rememberRequirement(problem);
  return { status: response.status, statusText: response.statusText, json: async () => problem };
});

/**
 * Its calls fail if nobody is signed in. For the sign-in itself, and for what helps while somebody types: a sign-in that
 * opens then would take the typing.
 */
export const plainClient = createClient(routes, plainTransport);
