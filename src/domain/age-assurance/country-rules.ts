import { type AgeRule, ageRules, strictestOf } from '#contract/values/age-rules.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { defaultSettings } from '#contract/values/default-settings.ts';
import type { StoredSettings } from '#domain/settings/settings.ts';

export interface CountryRules {
  /** Whether any visitor has to do more than answer the question. */
  isRestricted: boolean;
  /** The rule for a country's code; for an unknown one the strictest that is set. */
  ruleOf: (country: string | undefined) => AgeRule;
}

const known = new Set(countryCodes);

/** What is stored by another version, or was changed by hand, must not open the site. */
const readRule = (rule: unknown): AgeRule => ageRules.find((each) => each === rule) ?? 'closed';

export const countryRulesOf = ({ ageRules: stored = defaultSettings.ageRules }: StoredSettings): CountryRules => {
  const { others, countries } = stored as { others?: unknown; countries?: { country?: unknown; rule?: unknown }[] };
  const otherwise = readRule(others);
  const rules = new Map((countries ?? []).map(({ country, rule }) => [String(country), readRule(rule)]));
  const strictest = strictestOf([otherwise, ...rules.values()]);
  return {
    isRestricted: strictest !== 'question',
    ruleOf: (country) => (country !== undefined && known.has(country) ? (rules.get(country) ?? otherwise) : strictest),
  };
};
