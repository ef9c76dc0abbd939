import { useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { plainClient } from '../kit/session/admin-client.ts';
import { isConfinedToAccount, useAdmin } from '../kit/session/admin-session.ts';
import type { Badge } from '../screens.ts';

export interface Waiting extends Record<Badge, number> {
  systemFailures: number;
  overdueCases: number;
  stillPublic: number;
  nextCaseDueAt: string | null;
  endingCounterNotices: number;
  overdueCounterNotices: number;
}

const nothing: Waiting = {
  submissions: 0,
  mail: 0,
  systemProblems: 0,
  systemFailures: 0,
  bulkChanges: 0,
  deadPosts: 0,
  cases: 0,
  imports: 0,
  overdueCases: 0,
  stillPublic: 0,
  nextCaseDueAt: null,
  endingCounterNotices: 0,
  overdueCounterNotices: 0,
};

/**
 * The counts for the badges. Loaded with each screen, after each change and when the tab becomes visible. Not polled,
 * which would keep unused sessions alive. If the session has ended, no sign-in opens, because the admin may be typing.
 */
export const useWaiting = (): Waiting => {
  const admin = useAdmin();
  const isEnabled = admin !== null && !isConfinedToAccount(admin);
  const { pathname } = useLocation();
  const isLoading = useRevalidator().state === 'loading';
  const [waiting, setWaiting] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload the counts on every screen
  useEffect(() => {
    if (!isEnabled || isLoading) return;
    let isOutdated = false;
    const load = () => {
      if (document.visibilityState !== 'visible') return;
      plainClient.getWaiting().then((answer) => {
        if (!isOutdated) setWaiting(answer.waiting);
      }, console.warn);
    };
    load();
    document.addEventListener('visibilitychange', load);
    return () => {
      isOutdated = true;
      document.removeEventListener('visibilitychange', load);
    };
  }, [isEnabled, isLoading, pathname]);
  return waiting;
};
