import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import type { NewMessage } from './outbox.ts';

/**
 * Without line breaks and control characters: what people typed must look neither like a header nor like a paragraph of
 * the site.
 */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();

interface Draft extends Pick<NewMessage, 'event' | 'recipient' | 'subject'> {
  greeting: string;
  /** Each is one line; a list is several lines without a blank one in between. */
  paragraphs: (string | string[])[];
  site: SiteIdentity;
}

/** A plain text message, signed with the site's name and URL. */
export const composeMessage = ({ event, recipient, subject, greeting, paragraphs, site }: Draft): NewMessage => ({
  event,
  recipient,
  subject: oneLine(subject),
  body: [greeting, ...paragraphs, [site.siteName, site.siteUrl]]
    .map((paragraph) => [paragraph].flat().map(oneLine).join('\n'))
    .join('\n\n'),
});
