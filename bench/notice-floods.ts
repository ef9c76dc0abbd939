// npm run bench:notices: a day of false notices beside 20 true ones, by a simulated clock and the site's own rules (decision 076).
import { roomFor, workFor } from '#domain/cases/notice-room.ts';
import { createRandom, type Random } from '#domain/demo/random.ts';
import { seedOf } from './support/seed.ts';
import { printTable, type Row, report } from './support/table.ts';

const daySeconds = 86_400;
const goal = { share: 0.02, seconds: 60 };
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
  /** Confirmed mailboxes of large providers, and of a domain of the attacker's own. */
  mailboxes: number;
  ownDomain: boolean;
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
  pages: number;
}

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
    /** Returns how many pages the notice hides. */
    receive: (now: number, { kind, network, hasProof, mailbox, domain, pages }: Notice): number => {
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
      const { own, shared } = roomFor({ kind, evidence, publishedCount }, hidden);
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
function* attack(site: Site, { kind, mailboxes, ownDomain, pause }: Attacker) {
  const pages = 100;
  let now = 0;
  for (let n = 0; n < mailboxes; n++) {
    const domain = ownDomain ? 'own' : null;
    yield {
      now,
      notice: { kind, network: `a${n % attackingNetworks}`, hasProof: false, mailbox: `m${n}`, domain, pages },
    };
  }
  for (let n = 0; n < attackingNetworks; n++) {
    yield { now, notice: { kind, network: `a${n}`, hasProof: false, mailbox: null, domain: null, pages } };
    now += pause;
  }
  for (let n = 0; now < daySeconds; n = (n + 1) % attackingNetworks) {
    const network = `a${n}`;
    now += Math.max(pause, site.workAt(now, network) * proofSeconds.core);
    yield { now, notice: { kind, network, hasProof: true, mailbox: null, domain: null, pages } };
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
      mailbox: null,
      domain: null,
      pages: 1 + Math.floor(random() * 10),
    } as const,
    writesFor: 30 + random() * 150,
  })).sort((one, other) => one.at - other.at);

interface Outcome {
  /** Hidden when the notice arrived, once its email was confirmed, or not. */
  at: 'arrival' | 'confirmation' | 'never';
  /** From pressing the button, or the button of the email's page. */
  seconds: number;
}

/** Hides what is left by a confirmed email, as the status page offers. */
const reportTo = (site: Site, { at, notice, writesFor }: Reporter): Outcome => {
  const work = site.workAt(at, notice.network) * proofSeconds.phone;
  const seconds = Math.min(formWaitSeconds, Math.max(0, work - writesFor));
  const hasProof = work - writesFor <= formWaitSeconds;
  const left = notice.pages - site.receive(at, { ...notice, hasProof });
  if (left === 0) return { at: 'arrival', seconds };
  // The emails to notices without a proof are bounded by network, and the attacker has caused them all.
  if (!hasProof && notice.network.startsWith('a')) return { at: 'never', seconds };
  const confirmed = site.receive(at, { ...notice, mailbox: `of ${notice.network} ${at}`, pages: left });
  return confirmed === left ? { at: 'confirmation', seconds: 0 } : { at: 'never', seconds: 0 };
};

const simulateDay = (publishedCount: number, attacker: Attacker, random: Random) => {
  const site = createSite(publishedCount);
  const waiting = trueReporters(random);
  const outcomes: Outcome[] = [];
  let hidden = 0;
  let notices = 0;
  for (const { now, notice } of attack(site, attacker)) {
    while (waiting[0] && waiting[0].at <= now) outcomes.push(reportTo(site, waiting.shift() as Reporter));
    hidden += site.receive(now, notice);
    notices += 1;
  }
  for (const each of waiting) outcomes.push(reportTo(site, each));
  return { outcomes, hidden, notices };
};

const attackers: Attacker[] = [
  { name: 'minors, at once', kind: 'minor', mailboxes: 0, ownDomain: false, pause: 0.01 },
  { name: 'intimate images, at once', kind: 'intimate_image', mailboxes: 0, ownDomain: false, pause: 0.01 },
  { name: 'minors, spread over the day', kind: 'minor', mailboxes: 0, ownDomain: false, pause: 40 },
  { name: 'minors, and one mailbox', kind: 'minor', mailboxes: 1, ownDomain: false, pause: 0.01 },
];
/** What cannot be met in principle: shown without a target. */
const strongerAttackers: Attacker[] = [
  { name: 'minors, and all mailboxes of a domain', kind: 'minor', mailboxes: 1000, ownDomain: true, pause: 0.01 },
  { name: 'minors, and 100 mailboxes of providers', kind: 'minor', mailboxes: 100, ownDomain: false, pause: 0.01 },
];

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const thousands = (count: number) => count.toLocaleString('en');

const rowsOf = (publishedCount: number, attacker: Attacker, hasGoal: boolean, random: Random): Row[] => {
  const { outcomes, hidden, notices } = simulateDay(publishedCount, attacker, random);
  const inTime = outcomes.filter(({ at, seconds }) => at !== 'never' && seconds <= goal.seconds).length;
  const count = (at: Outcome['at']) => outcomes.filter((outcome) => outcome.at === at).length;
  const share = hidden / publishedCount;
  const of = `${thousands(publishedCount)} posts, ${attacker.name} (${thousands(notices)} false notices)`;
  return [
    {
      name: `${of}: true notices hidden within a minute`,
      figure: `${inTime} of ${reporters}: ${count('arrival')} as sent, ${count('confirmation')} once confirmed by email`,
      target: `all`,
      met: inTime === reporters,
    },
    {
      name: `${of}: hidden by the attacker`,
      figure: `${thousands(hidden)} posts, ${percent(share)}`,
      target: hasGoal ? `at most ${percent(goal.share)}` : '-',
      met: !hasGoal || share <= goal.share,
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
