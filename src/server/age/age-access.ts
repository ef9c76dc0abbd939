import type { IncomingMessage } from 'node:http';
import { cookieName } from '#api/http/cookies.ts';
import { type CountryRules, countryRulesOf } from '#domain/age-assurance/age-rules.ts';
import type { AssuranceTokens } from '#domain/age-assurance/assurance-token.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { StoredSettings } from '#domain/settings.ts';
import type { VisitorCountry } from '../connections/visitors.ts';
import type { StoredBy } from '../page-cache/cached-page.ts';

interface CurrentRules {
  /** Undefined while changed settings have not been read yet. */
  known: () => CountryRules | undefined;
  read: () => Promise<CountryRules>;
}

/** The age rules of the settings, in memory: cached pages ask for them on every request. */
export const followRules = async (
  index: Pick<CatalogueIndex, 'onChange'>,
  storedSettings: () => Promise<StoredSettings>,
): Promise<CurrentRules> => {
  let latest = countryRulesOf(await storedSettings());
  let isOutdated = false;
  let changes = 0;
  index.onChange((change) => {
    if (change !== 'everything' && !change.settings) return;
    isOutdated = true;
    changes++;
  });

  const read = async () => {
    if (!isOutdated) return latest;
    const before = changes;
    // Without a database the former rules still hold.
    const settings = await storedSettings().catch(() => undefined);
    if (settings === undefined) return latest;
    const rules = countryRulesOf(settings);
    if (before === changes) {
      latest = rules;
      isOutdated = false;
    }
    return rules;
  };
  return { known: () => (isOutdated ? undefined : latest), read };
};

/** Whether a visitor may see the site, has to have the age checked first, or may not see it where they are. */
export type Access = 'open' | 'assurance' | 'closed';

export interface AgeAccess {
  /** For cached pages, which wait for nothing: false if that is not known at once. */
  isOpen: (request: IncomingMessage) => boolean;
  accessOf: (request: IncomingMessage) => Promise<Access>;
  /** Who may store the page that a visitor gets. While rules are set, others would get something else at its URL. */
  storedBy: (request: IncomingMessage) => StoredBy;
  /** Whether an age check of this browser counts at the moment. */
  isAssured: (request: IncomingMessage) => boolean;
}

export interface AgeAccessOptions {
  rules: CurrentRules;
  countryOf: VisitorCountry;
  tokens: AssuranceTokens;
  siteUrl: string;
  /** Search engines and the site's own checks. */
  isCrawler: (request: IncomingMessage) => boolean;
  /** The same, but waits for DNS. */
  whenCrawler: (request: IncomingMessage) => Promise<boolean>;
}

/** Data of client-side navigation, and not a document. */
export const dataUrl = /\.data(\?|$)/;

export const assuranceCookieName = (siteUrl: string) => cookieName('over18', siteUrl);

export const createAgeAccess = (options: AgeAccessOptions): AgeAccess => {
  const { rules, countryOf, tokens, siteUrl, isCrawler, whenCrawler } = options;
  const cookie = new RegExp(`(?:^|; ?)${assuranceCookieName(siteUrl)}=([^;]*)`);
  const isAssured = ({ headers }: IncomingMessage) => {
    const token = cookie.exec(headers.cookie ?? '')?.[1];
    return token !== undefined && tokens.isValid(token);
  };

  const ofVisitor = ({ ruleOf }: CountryRules, request: IncomingMessage): Access => {
    const rule = ruleOf(countryOf(request));
    if (rule === 'question' || (rule === 'assurance' && isAssured(request))) return 'open';
    return rule;
  };

  return {
    isOpen: (request) => {
      const known = rules.known();
      if (!known?.isRestricted) return known !== undefined;
      return ofVisitor(known, request) === 'open' || isCrawler(request);
    },
    accessOf: async (request) => {
      const current = rules.known() ?? (await rules.read());
      if (!current.isRestricted) return 'open';
      const access = ofVisitor(current, request);
      return access !== 'open' && (await whenCrawler(request)) ? 'open' : access;
    },
    storedBy: (request) => {
      const known = rules.known();
      if (known && !known.isRestricted) return 'everyone';
      // Data of client-side navigation is prefetched, and no browser shows it by itself.
      const isDocument = !dataUrl.test(request.url ?? '');
      return known?.ruleOf(countryOf(request)) === 'assurance' && isDocument ? 'nobody' : 'visitor';
    },
    isAssured,
  };
};
