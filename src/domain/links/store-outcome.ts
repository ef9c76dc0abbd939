import { sql } from 'kysely';
import { deadAfter, type LinkState } from '#contract/values/checks.ts';
import type { Db, Tx } from '#db/database.ts';
import { dayMs } from '#domain/day.ts';
import type { ClaimedLink } from './claim-link.ts';
import { hideDeadPosts, markLink, showRevivedPosts } from './posts-of-link.ts';
import type { Outcome } from './probe-link.ts';

/** The state of a host's circuit breaker. */
interface HostHealth {
  /** A letter per recent outcome, newest last. */
  recent: string;
  /** Moving average of failures before those, in percent. */
  usualPercent: number;
  trippedAt: Date | null;
  trips: number;
}

const letters: Record<Outcome['kind'], string> = { living: 'l', gone: 'g', unknown: 'u' };

const maxRecent = 20;
/** The breaker doesn't trip on fewer outcomes. */
const minRecent = 8;
const minTripPercent = 50;
/** Number of consecutive living links that close the breaker. */
const closesAfter = 3;
/** Weight of a probe in the moving average. */
const weight = 0.05;

const failurePercent = (recent: string) =>
  recent === '' ? 0 : ([...recent].filter((letter) => letter !== 'l').length / recent.length) * 100;

/**
 * A circuit breaker that trips when a usually good host suddenly fails for many links. Then it is down, blocks us or
 * has moved, so its responses say nothing about a single link. A host that always fails doesn't trip, because its
 * links are really dead.
 */
const judgeHost = (host: HostHealth, kind: Outcome['kind'], now: Date): HostHealth => {
  const all = host.recent + letters[kind];
  const recent = all.slice(-maxRecent);
  if (host.trippedAt) {
    const isBack = all.endsWith('l'.repeat(closesAfter));
    return isBack
      ? { ...host, recent: 'l'.repeat(closesAfter), trippedAt: null, trips: 0 }
      : { ...host, recent, trips: host.trips + (kind === 'living' ? 0 : 1) };
  }
  const left = all.length > maxRecent ? all[0] : undefined;
  const usualPercent =
    left === undefined
      ? host.usualPercent
      : Math.round(host.usualPercent * (1 - weight) + (left === 'l' ? 0 : 100) * weight);
  const threshold = Math.max(minTripPercent, Math.min(95, usualPercent * 1.5));
  const trips = recent.length >= minRecent && failurePercent(recent) > threshold;
  return { recent, usualPercent, trippedAt: trips ? now : null, trips: trips ? 1 : 0 };
};

const minute = 60_000;

/** Exponential backoff from 15 minutes to 6 hours. */
const retryTrippedMs = (trips: number) => Math.min(15 * minute * 2 ** Math.max(0, trips - 1), 6 * 60 * minute);

/** With fewer other suspicious links, a host isn't considered down. */
const minOthers = 2;
/** Number of living links that are probed to see whether the host is up. */
const witnesses = 2;

interface Suspect {
  id: number;
  host: string;
  firstGoneAt: Date;
  /** When any link of the host last worked. */
  answeredAt: Date | null;
  now: Date;
}

/**
 * Whether the host has been up since a link was first not found. If unknown, schedules probes of its living links.
 * Without living links, the host counts as down if other links are suspicious too.
 */
const findEvidence = async (
  tx: Tx,
  { id, host, firstGoneAt, answeredAt, now }: Suspect,
): Promise<'up' | 'asking' | 'down'> => {
  if (answeredAt && answeredAt >= firstGoneAt) return 'up';
  const { rows: scheduled } = await sql`
    update link_checks set next_check_at = least(next_check_at, ${now}::timestamptz), priority = greatest(priority, 1)
    where id in (select id from link_checks where host = ${host} and state = 'living' limit ${witnesses}) returning id`.execute(
    tx,
  );
  if (scheduled.length > 0) return 'asking';
  const { rows: others } = await sql`
    select from link_checks where host = ${host} and id <> ${id}::bigint and state = 'suspicious'
    limit ${minOthers}`.execute(tx);
  return others.length < minOthers ? 'up' : 'down';
};

interface Check {
  state: LinkState;
  firstGoneAt: Date | null;
  goneProbes: number;
  unknownProbes: number;
}

// Intervals until the next probe, by state.
const livingMs = 30 * dayMs;
const deadMs = 7 * dayMs;
const suspiciousMs = dayMs;
const maxProbes = 10;

const unknownMs = ({ reason }: Outcome, probes: number) =>
  reason === 'robots' ? livingMs : Math.min(2 ** Math.min(probes, 10) * dayMs, livingMs);

/** The state of a link after a probe. An unknown outcome neither confirms nor clears a suspicion. */
export const judgeLink = (
  check: Check,
  outcome: Outcome,
  now: Date,
  mayConclude = true,
): Check & { nextMs: number } => {
  const { state, firstGoneAt, goneProbes, unknownProbes } = check;
  if (outcome.kind === 'living')
    return { state: 'living', firstGoneAt: null, goneProbes: 0, unknownProbes: 0, nextMs: livingMs };
  if (outcome.kind === 'unknown') {
    const keeps = state === 'dead' || state === 'suspicious';
    const nextMs = unknownMs(outcome, unknownProbes);
    return { ...check, state: keeps ? state : 'unknown', unknownProbes: unknownProbes + 1, nextMs };
  }
  const first = firstGoneAt ?? now;
  const probes = goneProbes + 1;
  const isDead =
    state === 'dead' ||
    (mayConclude && probes >= deadAfter.probes && now.getTime() - first.getTime() >= deadAfter.days * dayMs);
  return {
    state: isDead ? 'dead' : 'suspicious',
    firstGoneAt: first,
    goneProbes: probes,
    unknownProbes: 0,
    nextMs: isDead ? deadMs : suspiciousMs,
  };
};

type Host = HostHealth & { trustedUntil: Date | null; answeredAt: Date | null };

/** The state of the breaker after a probe. Links already known to fail say nothing new about their host. */
const judge = (host: Host, check: Check, outcome: Outcome, now: Date): HostHealth => {
  if (host.trustedUntil && host.trustedUntil > now) return { ...host, recent: '', trippedAt: null, trips: 0 };
  const isKnown = (check.state === 'suspicious' || check.state === 'dead') && outcome.kind !== 'living';
  // A link forbidden by robots.txt was not requested.
  if (outcome.reason === 'robots' || (isKnown && !host.trippedAt)) return host;
  return judgeHost(host, outcome.kind, now);
};

const lockHost = async (tx: Tx, host: string): Promise<Host> => {
  const { rows } = await sql<Host>`
    select recent, usual_percent as "usualPercent", tripped_at as "trippedAt", trips, trusted_until as "trustedUntil",
      answered_at as "answeredAt"
    from probed_hosts where host = ${host} for update`.execute(tx);
  return rows[0] ?? { recent: '', usualPercent: 0, trippedAt: null, trips: 0, trustedUntil: null, answeredAt: null };
};

interface StoredHost {
  /** True if the probed link works. */
  answers: boolean;
  nextProbeAt: Date;
  now: Date;
}

/** Evidence about the host of a suspicious link. Not needed for other links or trusted hosts. */
const evidenceFor = async (tx: Tx, { id, host: name }: ClaimedLink, host: Host, check: Check, now: Date) => {
  const isTrusted = host.trustedUntil !== null && host.trustedUntil > now;
  if (isTrusted || check.state !== 'suspicious' || !check.firstGoneAt) return 'up';
  return findEvidence(tx, { id, host: name, firstGoneAt: check.firstGoneAt, answeredAt: host.answeredAt, now });
};

const tripped = (host: HostHealth, now: Date): HostHealth => ({ ...host, trippedAt: now, trips: 1 });

const storeHost = (tx: Tx, name: string, host: HostHealth, { answers, nextProbeAt, now }: StoredHost) =>
  tx
    .updateTable('probed_hosts')
    .set({
      recent: host.recent,
      usual_percent: host.usualPercent,
      tripped_at: host.trippedAt,
      trips: host.trips,
      probed_at: now,
      ...(answers && { answered_at: now }),
      claimed_until: '-infinity',
      next_probe_at: nextProbeAt,
    })
    .where('host', '=', name)
    .execute();

/** Clears suspicions about links of a host that turned out to be down. */
const clearSuspicions = (tx: Tx, host: string, now: Date) =>
  sql`
    update link_checks set state = 'unknown', first_gone_at = null, gone_probes = 0,
      next_check_at = ${now}::timestamptz + interval '1 day'
    where host = ${host} and state = 'suspicious'`.execute(tx);

/** For busy hosts without a Retry-After header. */
const busyMs = 10 * 60_000;
const maxBusyMs = 7 * dayMs;

const waitMs = (outcome: Outcome, host: HostHealth, pauseMs: number) =>
  Math.max(
    pauseMs,
    outcome.reason === 'busy' ? Math.min(outcome.retryAfterMs ?? busyMs, maxBusyMs) : 0,
    host.trippedAt ? retryTrippedMs(host.trips) : 0,
  );

const applyToPosts = async (tx: Tx, url: string, state: LinkState, hidesDeadPosts: boolean, now: Date) => {
  if (state === 'living') {
    await markLink(tx, url, false);
    await showRevivedPosts(tx, url, now);
  }
  if (state !== 'dead') return;
  await markLink(tx, url, true);
  if (hidesDeadPosts) await hideDeadPosts(tx, url, now);
};

interface Stored {
  outcome: Outcome;
  /** Minimum time between requests to the host. */
  pauseMs: number;
  hidesDeadPosts: boolean;
  now: Date;
}

/** Stores the outcome of a probe, updates the link, its host and its posts, and releases the host. */
export const storeOutcome = (db: Db, link: ClaimedLink, stored: Stored): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { id, url, host: name } = link;
    const { outcome, pauseMs, hidesDeadPosts, now } = stored;
    const before = await lockHost(tx, name);
    const { rows } = await sql<Check>`
      select state, first_gone_at as "firstGoneAt", gone_probes as "goneProbes", unknown_probes as "unknownProbes"
      from link_checks where id = ${id}::bigint for update`.execute(tx);
    const check = rows[0];
    const judged = check ? judge(before, check, outcome, now) : before;
    const isGone = check && outcome.kind === 'gone' && !judged.trippedAt;
    const evidence = isGone ? await evidenceFor(tx, link, before, check, now) : 'up';
    const host = evidence === 'down' ? tripped(judged, now) : judged;
    const nextProbeAt = new Date(now.getTime() + waitMs(outcome, host, pauseMs));
    await storeHost(tx, name, host, { answers: outcome.kind === 'living', nextProbeAt, now });
    if (host.trippedAt && !before.trippedAt) await clearSuspicions(tx, name, now);
    if (!check || check.state === 'ignored') return;
    // While the breaker is open, “not found” proves nothing.
    const effective: Outcome = host.trippedAt && outcome.kind === 'gone' ? { ...outcome, kind: 'unknown' } : outcome;
    const isCleared = host.trippedAt && !before.trippedAt && check.state === 'suspicious';
    const current: Check = isCleared ? { ...check, state: 'unknown', firstGoneAt: null, goneProbes: 0 } : check;
    const { state, firstGoneAt, goneProbes, unknownProbes, nextMs } = judgeLink(
      current,
      effective,
      now,
      evidence === 'up',
    );
    const probe = JSON.stringify([
      { at: now.toISOString(), outcome: outcome.kind, status: outcome.status, reason: outcome.reason },
    ]);
    await sql`
      update link_checks set state = ${state}, first_gone_at = ${firstGoneAt}::timestamptz, gone_probes = ${goneProbes},
        unknown_probes = ${unknownProbes}, checked_at = ${now}::timestamptz, status = ${outcome.status}::smallint,
        priority = 0, next_check_at = ${now}::timestamptz + ${nextMs}::float8 * interval '1 ms',
        probes = (select coalesce(jsonb_agg(each order by n), '[]') from jsonb_array_elements(${probe}::jsonb || probes)
          with ordinality as kept(each, n) where n <= ${maxProbes})
      where id = ${id}::bigint`.execute(tx);
    await applyToPosts(tx, url, state, hidesDeadPosts, now);
  });
