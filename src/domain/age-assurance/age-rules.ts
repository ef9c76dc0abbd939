import { type AgeRule, ageRules, countryCodes, strictestOf } from '#contract/values/age-checks.ts';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import { ValidationError } from '#domain/errors.ts';
import type { StoredSettings } from '#domain/settings.ts';

export interface CountryRules {
  /** Some visitors have to do more than answer the age question. */
  isRestricted: boolean;
  /** Whether the rules hold for the crawlers of search engines, too. */
  includesCrawlers: boolean;
  /** Countries have rules of their own, so the rule depends on where a visitor is. */
  dependsOnCountry: boolean;
  /** The rule for a country code. An unknown country gets the strictest configured rule. */
  ruleOf: (country: string | undefined) => AgeRule;
}

const known = new Set(countryCodes);

/** Fails closed: an unknown rule, stored by another version or changed by hand, must not open the site. */
const readRule = (rule: unknown): AgeRule => ageRules.find((each) => each === rule) ?? 'closed';

export const countryRulesOf = ({ ageRules: stored, ageRulesForCrawlers }: StoredSettings): CountryRules => {
  const { others, countries } = (stored ?? defaultSettings.ageRules) as {
    others?: unknown;
    countries?: { country?: unknown; rule?: unknown }[];
  };
  const defaultRule = readRule(others);
  const rules = new Map((countries ?? []).map(({ country, rule }) => [String(country), readRule(rule)]));
  const strictest = strictestOf([defaultRule, ...rules.values()]);
  return {
    isRestricted: strictest !== 'question',
    includesCrawlers: ageRulesForCrawlers === true,
    dependsOnCountry: [...rules.values()].some((rule) => rule !== defaultRule),
    ruleOf: (country) =>
      country !== undefined && known.has(country) ? (rules.get(country) ?? defaultRule) : strictest,
  };
};

interface AgeRules {
  others: AgeRule;
  countries: { country: string; rule: AgeRule }[];
}

/** Where the site can be watched: in these countries alone (`allow`), or everywhere but in these (`deny`). */
export interface Regions {
  relationship: 'allow' | 'deny';
  countries: string[];
}

/** Undefined if no country is closed. Countries with an age check count as open, because visitors who pass it may watch. */
export const regionsOf = ({ others, countries }: AgeRules): Regions | undefined => {
  const codes = (isClosed: boolean) =>
    countries.flatMap(({ country, rule }) => ((rule === 'closed') === isClosed ? [country] : [])).toSorted();
  if (others === 'closed') return { relationship: 'allow', countries: codes(false) };
  const closed = codes(true);
  return closed.length === 0 ? undefined : { relationship: 'deny', countries: closed };
};

const refuse = (field: string, message: string): never => {
  throw new ValidationError(message, { [field]: message });
};

const noProvider = 'Age checks by a provider need AGE_ISSUER and AGE_CLIENT_ID, which the operator of the server sets.';

/** Throws if the rules are invalid or need a provider that isn't configured. */
export const assertAgeRules = (rules: AgeRules | undefined, hasProvider: boolean): void => {
  if (rules === undefined) return;
  const { others, countries } = rules;
  if (others === 'assurance' && !hasProvider) refuse('ageRules.others', noProvider);
  for (const [index, { country, rule }] of countries.entries()) {
    const field = `ageRules.countries.${index}`;
    if (!countryCodes.includes(country)) refuse(`${field}.country`, `There is no country with the code ${country}.`);
    if (countries.findIndex((each) => each.country === country) !== index)
      refuse(`${field}.country`, `Only one rule can be set for ${country}.`);
    if (rule === 'assurance' && !hasProvider) refuse(`${field}.rule`, noProvider);
  }
};
