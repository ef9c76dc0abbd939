import { useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { plainClient } from '../kit/session/admin-client.ts';
import { isConfinedToAccount, useAdmin } from '../kit/session/admin-session.ts';
import type { Badge } from '../screens.ts';

export interface Waiting extends Record<Badge, number> {
  overdueCases: number;
  nextCaseDueAt: string | null;
  endingCounterNotices: number;
  overdueCounterNotices: number;
}

const nothing: Waiting = {
  submissions: 0,
  mail: 0,
  alarms: 0,
  bulkChanges: 0,
  deadPosts: 0,
  cases: 0,
  imports: 0,
  overdueCases: 0,
  nextCaseDueAt: null,
  endingCounterNotices: 0,
  overdueCounterNotices: 0,
};

/**
 * What waits for a decision, has failed or is under way. Loaded with each screen, after each change and when the tab is looked at again;
 * not by a clock, which would keep a session alive that nobody uses. A session that has ended is left to the next thing that the admin
 * does: a sign-in that opens by itself would take the typing.
 */
export const useWaiting = (): Waiting => {
  const admin = useAdmin();
  const isAsking = admin !== null && !isConfinedToAccount(admin);
  const { pathname } = useLocation();
  const isLoading = useRevalidator().state === 'loading';
  const [waiting, setWaiting] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may have changed what waits
  useEffect(() => {
    if (!isAsking || isLoading) return;
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
  }, [isAsking, isLoading, pathname]);
  return waiting;
};
