import { useSyncExternalStore } from 'react';
import type { Transport } from '#contract/client.ts';
import { isSignedIn, readAdmin } from './admin-session.ts';

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
export const withSession =
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
