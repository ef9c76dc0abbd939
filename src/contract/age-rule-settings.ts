import { Type } from 'typebox';
import { ageRules } from './values/age-rules.ts';
import { countryCodes } from './values/countries.ts';
import { defaultSettings as defaults } from './values/default-settings.ts';

const closed = { additionalProperties: false };

const Rule = Type.Enum(ageRules, {
  label: 'age rule',
  invalid: `The age rule must be one of ${ageRules.join(', ')}.`,
});
const CountryRule = Type.Object(
  {
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      label: 'country',
      invalid: 'Choose a country by its code of two letters, such as DE.',
    }),
    rule: Rule,
  },
  { ...closed, label: 'age rule', invalid: 'Each age rule needs a country and a rule.' },
);

export const AgeRuleSettings = Type.Object(
  {
    others: Rule,
    countries: Type.Array(CountryRule, { maxItems: countryCodes.length, label: 'age rules of countries' }),
  },
  {
    ...closed,
    default: defaults.ageRules,
    description:
      'What visitors of a country have to do before the site opens, and those of all others: answer a question, have their age checked, or nothing, because it is closed. An unknown country counts as the strictest rule.',
    label: 'age rules',
    invalid: 'The age rules must be an object with the rule of others and a list of countries.',
  },
);
