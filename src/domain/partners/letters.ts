import type { NewMessage } from '#domain/mail/outbox.ts';
import type { Network } from './networks.ts';

export interface SiteName {
  name: string;
  url: string;
}

const day = (moment: Date) =>
  moment.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const letter = (kind: string, network: Network, site: SiteName, subject: string, paragraphs: string[]): NewMessage => ({
  event: `partner ${network.id} ${kind}`,
  recipient: network.email ?? '',
  subject,
  body: ['Hello,', ...paragraphs, `${site.name}\n${site.url}`].join('\n\n'),
});

/** One line, whatever a submitter wrote. */
const named = ({ name }: Network) => name.replace(/\s+/g, ' ').trim();

export const approvalLetter = (network: Network, site: SiteName): NewMessage =>
  letter('approved', network, site, `${named(network)} is now on ${site.name}`, [
    `your website ${named(network)} (${network.url}) is now listed at ${site.url}/our-network.`,
    ...(network.freeUntil && !network.paidAt
      ? [
          `It stays there free of charge until ${day(network.freeUntil)}; after that, a one-time fee of $5 keeps it there for life.`,
        ]
      : []),
  ]);

export const rejectionLetter = (network: Network, site: SiteName): NewMessage =>
  letter('rejected', network, site, `About ${named(network)} on ${site.name}`, [
    `thank you for submitting ${named(network)} (${network.url}). We cannot list it, for this reason:`,
    network.rejectReason ?? '',
  ]);

export const lastDayLetter = (network: Network, site: SiteName): NewMessage =>
  letter('last day', network, site, `The free days of ${named(network)} on ${site.name} end tomorrow`, [
    `the free days of ${named(network)} (${network.url}) end on ${network.freeUntil ? day(network.freeUntil) : ''}.`,
    'A one-time fee of $5 keeps it there for life; without it, the listing ends by itself.',
  ]);
