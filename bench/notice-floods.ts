// npm run bench:notices: a day of false notices beside 20 true ones, by a simulated clock and the site's own rules (decision 076).
import { firstEmailsPerHour } from '#domain/cases/email-limits.ts';
import { firstPosts, roomFor, workFor, workToConfirm } from '#domain/cases/notice-room.ts';
import { createRandom, type Random } from '#domain/demo/random.ts';
import { seedOf } from './support/seed.ts';
import { printTable, type Row, report } from './support/table.ts';

const daySeconds = 86_400;
const goal = { share: 0.02, seconds: 60 };
/** What the slowest phone may take once others have confirmed many mailboxes of its provider. */
const crowdedSeconds = 240;
const attackingNetworks = 1000;
const reporters = 20;
/** Of the reporters, so many share a network with the attacker. */
const onAttackedNetworks = 5;
/** What a first notice's proof takes the attacker's core, and a phone that is six times slower. */
const proofSeconds = { core: 0.5, phone: 3 };
/** What the form waits for a proof after the button was pressed. */
const formWaitSeconds = 60;
type Kind = 'minor' | 'intimate_image';

interface Attacker {
  name: string;
  kind: Kind;
  mailboxes: number;
  /** Null for large providers; its own; or a small provider, where the true reporters are, too. */
  domain: null | 'own' | 'small';
  /** Seconds from one notice to the next, if the proof takes less. */
  pause: number;
}

/** A notice as the rules see it. Null for a mailbox that isn't confirmed, and for the domain of a large provider. */
interface Notice {
  kind: Kind;
  network: string;
  hasProof: boolean;
  mailbox: string | null;
  domain: string | null;
  /** Of the proof with which the mailbox is confirmed. */
  confirmationWork: number;
  pages: number;
}

const unconfirmed = { mailbox: null, domain: null, confirmationWork: 0 };

const createSite = (publishedCount: number) => {
  const sums = new Map<string, number>();
  const get = (key: string) => sums.get(key) ?? 0;
  const add = (key: string, count: number) => sums.set(key, get(key) + count);
  const arrivals: number[] = [];
  let firstOfHour = 0;
  const volume = (now: number, network: string) => {
    while ((arrivals[firstOfHour] ?? now) < now - 3600) firstOfHour += 1;
    return { ofNetwork: get(`notices ${network}`), ofSite: arrivals.length - firstOfHour };
  };
  return {
    workAt: (now: number, network: string) => workFor(volume(now, network)),
    workToConfirm: (domain: string | null) => (domain === null ? 0 : workToConfirm(get(`domain ${domain}`))),
    /** Returns how many pages the notice hides. */
    receive: (now: number, notice: Notice): number => {
      const { kind, network, hasProof, mailbox, domain, confirmationWork, pages } = notice;
      arrivals.push(now);
      add(`notices ${network}`, 1);
      const evidence = mailbox !== null ? 'confirmed' : hasProof ? 'proof' : 'none';
      const hidden = {
        byNetwork: get(`network ${network}`),
        shared: get('shared'),
        unproved: get('unproved'),
        byMailbox: mailbox === null ? 0 : get(`mailbox ${mailbox}`),
        byDomain: domain === null ? 0 : get(`domain ${domain}`),
      };
      const { own, shared } = roomFor({ kind, evidence, confirmationWork, publishedCount }, hidden);
      const count = Math.min(pages, own + shared);
      const byEmail = Math.min(count, own);
      add('shared', count - byEmail);
      add(`network ${network}`, count - byEmail);
      if (evidence === 'none') add('unproved', count);
      if (mailbox !== null) add(`mailbox ${mailbox}`, byEmail);
      if (domain !== null) add(`domain ${domain}`, byEmail);
      return count;
    },
  };
};

type Site = ReturnType<typeof createSite>;

/** The attacker's notices of a day: first what costs nothing, then proofs as fast as one core makes them, one network after the other. */
function* attack(site: Site, { kind, mailboxes, domain, pause }: Attacker) {
  const pages = 100;
  let now = 0;
  for (let n = 0; n < mailboxes && now < daySeconds; n++) {
    const confirmationWork = site.workToConfirm(domain);
    now += confirmationWork * proofSeconds.core;
    const network = `a${n % attackingNetworks}`;
    yield { now, notice: { kind, network, hasProof: false, mailbox: `m${n}`, domain, confirmationWork, pages } };
  }
  for (let n = 0; n < attackingNetworks; n++) {
    yield { now, notice: { kind, network: `a${n}`, hasProof: false, ...unconfirmed, pages } };
    now += pause;
  }
  for (let n = 0; now < daySeconds; n = (n + 1) % attackingNetworks) {
    const network = `a${n}`;
    now += Math.max(pause, site.workAt(now, network) * proofSeconds.core);
    yield { now, notice: { kind, network, hasProof: true, ...unconfirmed, pages } };
  }
}

interface Reporter {
  at: number;
  notice: Notice;
  writesFor: number;
}

const trueReporters = (random: Random): Reporter[] =>
  Array.from({ length: reporters }, (_, n) => ({
    at: random() * daySeconds,
    notice: {
      kind: n % 2 === 0 ? 'minor' : 'intimate_image',
      network: n < onAttackedNetworks ? `a${n}` : `r${n}`,
      hasProof: true,
      ...unconfirmed,
      pages: 1 + Math.floor(random() * 10),
    } as const,
    writesFor: 30 + random() * 150,
  })).sort((one, other) => one.at - other.at);

interface Outcome {
  /** Hidden when the notice arrived, once its email was confirmed (all, or the first posts), or not. */
  at: 'arrival' | 'confirmation' | 'part' | 'never';
  /** From pressing the button, or the button of the email's page. */
  seconds: number;
}

/** Hides what is left by a confirmed email, as the status page offers. */
const reportTo = (site: Site, { at, notice, writesFor }: Reporter, domain: string | null): Outcome => {
  const work = site.workAt(at, notice.network) * proofSeconds.phone;
  const seconds = Math.min(formWaitSeconds, Math.max(0, work - writesFor));
  const hasProof = work - writesFor <= formWaitSeconds;
  const left = notice.pages - site.receive(at, { ...notice, hasProof });
  if (left === 0) return { at: 'arrival', seconds };
  // The emails to notices without a proof are bounded by network, and the attacker has caused them all.
  if (!hasProof && notice.network.startsWith('a')) return { at: 'never', seconds };
  const confirmationWork = site.workToConfirm(domain);
  const mailbox = { mailbox: `of ${notice.network} ${at}`, domain, confirmationWork };
  const confirmed = site.receive(at, { ...notice, ...mailbox, pages: left });
  const outcome = confirmed === left ? 'confirmation' : confirmed >= firstPosts ? 'part' : 'never';
  return { at: outcome, seconds: confirmationWork * proofSeconds.phone };
};

const mostWithinAnHour = (times: readonly number[]): number => {
  let first = 0;
  let most = 0;
  for (const [at, now] of times.entries()) {
    while ((times[first] ?? now) <= now - 3600) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
};

const simulateDay = (publishedCount: number, attacker: Attacker, random: Random) => {
  const site = createSite(publishedCount);
  const waiting = trueReporters(random);
  const outcomes: Outcome[] = [];
  /** Otherwise the reporters are at large providers. */
  const domain = attacker.domain === 'small' ? 'small' : null;
  let hidden = 0;
  let halfHiddenAt: number | undefined;
  let notices = 0;
  const proved: number[] = [];
  for (const { now, notice } of attack(site, attacker)) {
    while (waiting[0] && waiting[0].at <= now) outcomes.push(reportTo(site, waiting.shift() as Reporter, domain));
    hidden += site.receive(now, notice);
    if (hidden >= publishedCount / 2) halfHiddenAt ??= now;
    notices += 1;
    if (notice.hasProof) proved.push(now);
  }
  for (const each of waiting) outcomes.push(reportTo(site, each, domain));
  return {
    outcomes,
    hidden: Math.min(hidden, publishedCount),
    halfHiddenAt,
    notices,
    busiestHour: mostWithinAnHour(proved),
  };
};

const attackers: Attacker[] = [
  { name: 'minors, at once', kind: 'minor', mailboxes: 0, domain: null, pause: 0.01 },
  { name: 'intimate images, at once', kind: 'intimate_image', mailboxes: 0, domain: null, pause: 0.01 },
  { name: 'minors, spread over the day', kind: 'minor', mailboxes: 0, domain: null, pause: 40 },
  { name: 'minors, and one mailbox', kind: 'minor', mailboxes: 1, domain: null, pause: 0.01 },
];
/** What cannot be met in principle: shown without a target. */
const strongerAttackers: Attacker[] = [
  { name: 'minors, and 30 mailboxes of their provider', kind: 'minor', mailboxes: 30, domain: 'small', pause: 0.01 },
  {
    name: 'minors, and a domain of its own',
    kind: 'minor',
    mailboxes: Number.POSITIVE_INFINITY,
    domain: 'own',
    pause: 0.01,
  },
  { name: 'minors, and 100 mailboxes of providers', kind: 'minor', mailboxes: 100, domain: null, pause: 0.01 },
];

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const thousands = (count: number) => count.toLocaleString('en');

const rowsOf = (publishedCount: number, attacker: Attacker, hasGoal: boolean, random: Random): Row[] => {
  const { outcomes, hidden, halfHiddenAt, notices, busiestHour } = simulateDay(publishedCount, attacker, random);
  const limit = attacker.domain === 'small' ? crowdedSeconds : goal.seconds;
  const inTime = outcomes.filter(({ at, seconds }) => at !== 'never' && seconds <= limit).length;
  const slowest = Math.max(...outcomes.map(({ seconds }) => seconds));
  const count = (at: Outcome['at']) => outcomes.filter((outcome) => outcome.at === at).length;
  const share = hidden / publishedCount;
  const of = `${thousands(publishedCount)} posts, ${attacker.name} (${thousands(notices)} false notices)`;
  return [
    {
      name: `${of}: true notices hidden within ${limit / 60} min`,
      figure: `${inTime} of ${reporters}: ${count('arrival')} as sent, ${count('confirmation')} once confirmed by email, ${count('part')} their first ${firstPosts} posts, the slowest in ${Math.round(slowest)} s`,
      target: `all`,
      met: inTime === reporters,
    },
    {
      name: `${of}: hidden by the attacker`,
      figure: `${thousands(hidden)} posts, ${percent(share)}${halfHiddenAt === undefined ? '' : `, half after ${Math.round(halfHiddenAt / 60)} min`}`,
      target: hasGoal ? `at most ${percent(goal.share)}` : '-',
      met: !hasGoal || share <= goal.share,
    },
    {
      name: `${of}: first emails it can cause in an hour by proofs`,
      figure: thousands(busiestHour),
      target: `below ${thousands(firstEmailsPerHour)}`,
      met: busiestHour < firstEmailsPerHour,
    },
  ];
};

export const measureNoticeFloods = (seed: number): Row[] => {
  const random = createRandom(seed);
  const rows = [2000, 1_000_000].flatMap((size) => [
    ...attackers.flatMap((attacker) => rowsOf(size, attacker, true, random)),
    ...strongerAttackers.flatMap((attacker) => rowsOf(size, attacker, false, random)),
  ]);
  return rows.map(report);
};

if (import.meta.main) printTable(measureNoticeFloods(seedOf(process.argv[2])));
