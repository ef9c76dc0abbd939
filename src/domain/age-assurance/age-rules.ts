import { type AgeRule, ageRules, countryCodes, strictestOf } from '#contract/values/age-checks.ts';
import { defaultSettings } from '#contract/values/default-settings.ts';
import { ValidationError } from '#domain/errors.ts';
import type { StoredSettings } from '#domain/settings.ts';

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

interface AgeRules {
  others: AgeRule;
  countries: { country: string; rule: AgeRule }[];
}

const refuse = (field: string, message: string): never => {
  throw new ValidationError(message, { [field]: message });
};

const noProvider = 'Age checks by a provider need AGE_ISSUER and AGE_CLIENT_ID, which the operator of the server sets.';

/** Throws unless the rules can be followed. */
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
