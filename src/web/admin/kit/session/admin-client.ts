import { useSyncExternalStore } from 'react';
import { createClient, type Transport } from '#contract/calls/client.ts';
import { routes } from '#contract/calls/routes.ts';
import type { ProblemCode } from '#contract/values/accounts.ts';
import { fetchTransport } from '../../../fetch-transport.ts';
import { isSignedIn, readAdmin, storeAdmin } from './admin-session.ts';
import { withFreshProof } from './fresh-proof.ts';

interface PendingSignIn extends PromiseWithResolvers<boolean> {
  /** The admin whose session has ended. */
  adminId: string | undefined;
}

/** Resolves to whether the same admin has signed in again. */
let pending: PendingSignIn | undefined;
/** Counts sign-ins on this page, to tell whether a call was sent before or after the last one. */
let signIns = 0;

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** All calls that fail because the session has ended wait for the same sign-in. */
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

/** Whether calls are waiting for a new sign-in. */
export const useSessionEnded = () =>
  useSyncExternalStore(
    subscribe,
    () => pending !== undefined,
    () => false,
  );

/** Browsers only: in Node, an open channel would keep the process alive. */
const tabs = typeof window === 'undefined' ? undefined : new BroadcastChannel('admin-session');

const onSignedIn = (adminId: string) => {
  signIns += 1;
  settle(pending?.adminId === adminId);
};
// Tabs share the session, so signing in in one tab continues the others.
tabs?.addEventListener('message', ({ data }) => onSignedIn(String(data)));

/** Repeats the waiting calls, here and in other tabs. */
export const endWaiting = (adminId: string) => {
  onSignedIn(adminId);
  tabs?.postMessage(adminId);
};

/** Lets the waiting calls fail with the server's response. */
export const giveUpWaiting = () => settle(false);

/** If the session has ended, waits until the same admin has signed in again, and repeats the call once. */
const withSession =
  (transport: Transport): Transport =>
  async (request) => {
    const adminId = readAdmin()?._id;
    const signInsBefore = signIns;
    const response = await transport(request);
    if (response.status !== 401 || !isSignedIn()) return response;
    if (signInsBefore === signIns && !(await waitForSignIn())) return response;
    // Never repeat a call on behalf of another admin. Their own screen is being loaded.
    return readAdmin()?._id === adminId ? transport(request) : response;
  };

/** Anything that takes long is a job whose progress is polled. */
const timeoutMs = 30_000;

const plainTransport = fetchTransport({ keepalive: false, timeoutMs });
const transport = withFreshProof(withSession(plainTransport));

/** The settings may start to require a second factor during a session. */
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
 * A client whose calls fail if the session has ended. For the sign-in itself, and for polling and lookups while typing,
 * which must not open a sign-in over the form.
 */
export const plainClient = createClient(routes, plainTransport);
