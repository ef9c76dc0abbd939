import type { IncomingMessage } from 'node:http';
import { cookieName } from '#api/http/cookies.ts';
import { type CountryRules, countryRulesOf } from '#domain/age-assurance/age-rules.ts';
import type { AssuranceTokens } from '#domain/age-assurance/assurance-token.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { StoredSettings } from '#domain/settings.ts';
import type { VisitorCountry } from '../connections/visitors.ts';
import type { StoredBy } from '../page-cache/cached-page.ts';

interface CurrentRules {
  /** Undefined while changed settings haven't been read yet. */
  known: () => CountryRules | undefined;
  read: () => Promise<CountryRules>;
}

/** Keeps the age rules of the settings in memory, because every request for a cached page needs them. */
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
    // While the database is unreachable, the previous rules still apply.
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

/** `assurance`: the visitor must pass an age check. `closed`: the site isn't available in the visitor's country. */
export type Access = 'open' | 'assurance' | 'closed';

export interface AgeAccess {
  /** Synchronous, for cached pages. False if the answer isn't known immediately. */
  isOpen: (request: IncomingMessage) => boolean;
  accessOf: (request: IncomingMessage) => Promise<Access>;
  /** Who may store a visitor's page. While age rules apply, others may get another response at its URL. */
  storedBy: (request: IncomingMessage) => StoredBy;
  /** Whether this browser has passed an age check that is still valid. */
  isAssured: (request: IncomingMessage) => boolean;
}

export interface AgeAccessOptions {
  rules: CurrentRules;
  countryOf: VisitorCountry;
  tokens: AssuranceTokens;
  siteUrl: string;
  /** True for the site's own SEO check. */
  isOwnCheck: (request: IncomingMessage) => boolean;
  /** True for search engines that DNS or the operator's list confirms. */
  isCrawler: (request: IncomingMessage) => boolean;
  /** Like `isCrawler`, but waits for DNS. */
  whenCrawler: (request: IncomingMessage) => Promise<boolean>;
}

/** Matches URLs of data for client-side navigation, which aren't documents. */
export const dataUrl = /\.data(\?|$)/;

export const assuranceCookieName = (siteUrl: string) => cookieName('over18', siteUrl);

export const createAgeAccess = (options: AgeAccessOptions): AgeAccess => {
  const { rules, countryOf, tokens, siteUrl, isOwnCheck, isCrawler, whenCrawler } = options;
  const cookie = new RegExp(`(?:^|; ?)${assuranceCookieName(siteUrl)}=([^;]*)`);
  const isAssured = ({ headers }: IncomingMessage) => {
    const token = cookie.exec(headers.cookie ?? '')?.[1];
    return token !== undefined && tokens.isValid(token);
  };

  const accessByRule = ({ ruleOf }: CountryRules, request: IncomingMessage): Access => {
    const rule = ruleOf(countryOf(request));
    if (rule === 'question' || (rule === 'assurance' && isAssured(request))) return 'open';
    return rule;
  };

  return {
    isOpen: (request) => {
      const known = rules.known();
      if (!known?.isRestricted) return known !== undefined;
      if (accessByRule(known, request) === 'open' || isOwnCheck(request)) return true;
      return !known.includesCrawlers && isCrawler(request);
    },
    accessOf: async (request) => {
      const current = rules.known() ?? (await rules.read());
      if (!current.isRestricted) return 'open';
      const access = accessByRule(current, request);
      if (access === 'open' || isOwnCheck(request)) return 'open';
      return !current.includesCrawlers && (await whenCrawler(request)) ? 'open' : access;
    },
    storedBy: (request) => {
      const known = rules.known();
      if (known && !known.isRestricted) return 'everyone';
      // Data of client-side navigation is prefetched, and browsers never show it by itself.
      const isDocument = !dataUrl.test(request.url ?? '');
      return known?.ruleOf(countryOf(request)) === 'assurance' && isDocument ? 'nobody' : 'visitor';
    },
    isAssured,
  };
};
