import { useSyncExternalStore } from 'react';
import type { AdminRecord } from '#contract/accounts.ts';

/** What the browser keeps of who is signed in. It drives the screens; the session cookie is what opens the API. */
export interface StoredAdmin {
  _id: string;
  role: AdminRecord['role'];
  email: string;
}

const flag = 'isAdminLoggedIn';
const data = 'adminData';
const place = 'adminReturnTo';
const changed = 'admin-session';

export const isSignedIn = () => localStorage.getItem(flag) === 'true';

export const storeAdmin = ({ _id, role, email }: StoredAdmin) => {
  localStorage.setItem(data, JSON.stringify({ _id, role, email }));
  localStorage.setItem(flag, 'true');
  dispatchEvent(new Event(changed));
};

export const forgetAdmin = () => {
  localStorage.removeItem(flag);
  localStorage.removeItem(data);
  dispatchEvent(new Event(changed));
};

/** Where one was when the session ended, so that signing in leads back there. */
export const rememberPlace = ({ pathname, search }: { pathname: string; search: string }) =>
  sessionStorage.setItem(place, pathname + search);

export const forgetPlace = () => sessionStorage.removeItem(place);

export const rememberedPlace = () => {
  const path = sessionStorage.getItem(place) ?? '';
  return path.startsWith('/admin/') ? path : '/admin/dashboard';
};

// The same object for the same text, as React asks of a snapshot.
let last: { text: string | null; admin: StoredAdmin | null } = { text: null, admin: null };

export const readAdmin = () => {
  const text = isSignedIn() ? localStorage.getItem(data) : null;
  if (text === last.text) return last.admin;
  try {
    last = { text, admin: text === null ? null : (JSON.parse(text) as StoredAdmin) };
  } catch {
    last = { text, admin: null };
  }
  return last.admin;
};

const subscribe = (listener: () => void) => {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
};

/** Who is signed in; nobody, as far as the server knows while it makes the page. */
export const useAdmin = () => useSyncExternalStore(subscribe, readAdmin, () => null);

/** Whether the flag stands; undefined until the browser has had a look. */
export const useSignedIn = () => useSyncExternalStore<boolean | undefined>(subscribe, isSignedIn, () => undefined);
