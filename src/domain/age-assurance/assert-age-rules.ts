import type { AgeRule } from '#contract/values/age-rules.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { ValidationError } from '#domain/errors.ts';

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
