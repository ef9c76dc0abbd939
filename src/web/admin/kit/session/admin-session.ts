import { useSyncExternalStore } from 'react';
import type { AdminRecord } from '#contract/accounts.ts';
import { mayUse, type Section } from '#contract/values/accounts.ts';

/** The signed-in admin in local storage. Only used for display: the API checks the session cookie. */
export interface StoredAdmin {
  _id: string;
  role: AdminRecord['role'];
  email: string;
  /** Whether the password has to be changed before anything else. */
  mustChangePassword?: boolean;
  /** Whether a second factor has to be added before anything else. */
  mustAddSecondFactor?: boolean;
}

const flagKey = 'isAdminLoggedIn';
const adminKey = 'adminData';
const returnUrlKey = 'adminReturnTo';
const changeEvent = 'admin-session';

export const isSignedIn = () => localStorage.getItem(flagKey) === 'true';

export const storeAdmin = ({ _id, role, email, mustChangePassword, mustAddSecondFactor }: StoredAdmin) => {
  const admin = {
    ...{ _id, role, email },
    ...(mustChangePassword ? { mustChangePassword } : {}),
    ...(mustAddSecondFactor ? { mustAddSecondFactor } : {}),
  };
  localStorage.setItem(adminKey, JSON.stringify(admin));
  localStorage.setItem(flagKey, 'true');
  dispatchEvent(new Event(changeEvent));
};

/** Set when the screen is reloaded for another admin. Its unsaved input is in drafts. */
let isGivenUp = false;

/** Reloads the page for the admin who is signed in now. */
export const reloadScreen = () => {
  isGivenUp = true;
  window.location.reload();
};

/** Whether the screen's changes can still be saved. If not, leaving it needs no confirmation. */
export const canStillSave = () => !isGivenUp && isSignedIn() && !isConfinedToAccount(readAdmin());

export const accountUrl = '/admin/account';

/** Whether the admin may only use the account screen. */
export const isConfinedToAccount = (admin: StoredAdmin | null) =>
  admin?.mustChangePassword === true || admin?.mustAddSecondFactor === true;

export const forgetAdmin = () => {
  localStorage.removeItem(flagKey);
  localStorage.removeItem(adminKey);
  dispatchEvent(new Event(changeEvent));
};

/** The screen to return to after signing in again. */
export const rememberReturnUrl = ({ pathname, search }: { pathname: string; search: string }) =>
  sessionStorage.setItem(returnUrlKey, pathname + search);

export const forgetReturnUrl = () => sessionStorage.removeItem(returnUrlKey);

export const returnUrl = () => {
  const path = sessionStorage.getItem(returnUrlKey) ?? '';
  return path.startsWith('/admin/') ? path : '/admin/dashboard';
};

// useSyncExternalStore needs the same object for an unchanged snapshot.
let lastRead: { text: string | null; admin: StoredAdmin | null } = { text: null, admin: null };

export const readAdmin = () => {
  const text = isSignedIn() ? localStorage.getItem(adminKey) : null;
  if (text === lastRead.text) return lastRead.admin;
  try {
    lastRead = { text, admin: text === null ? null : (JSON.parse(text) as StoredAdmin) };
  } catch {
    lastRead = { text, admin: null };
  }
  return lastRead.admin;
};

const subscribe = (listener: () => void) => {
  addEventListener(changeEvent, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changeEvent, listener);
    removeEventListener('storage', listener);
  };
};

/** The signed-in admin; null while rendering on the server. */
export const useAdmin = () => useSyncExternalStore(subscribe, readAdmin, () => null);

/** Whether an admin is signed in; undefined until hydration. */
export const useSignedIn = () => useSyncExternalStore<boolean | undefined>(subscribe, isSignedIn, () => undefined);

/**
 * Whether the role of the signed-in admin is for a section of the API. Only for display, too. Nothing is hidden while nobody
 * is signed in, because the screen then leads to the login.
 */
export const useMay = (section: Section): boolean => {
  const admin = useAdmin();
  return admin === null || mayUse(admin.role, section);
};
