import { useEffect, useState } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { type AgeRule, ageRules, countryCodes, strictestOf } from '#contract/values/age-checks.ts';
import { SelectField } from '../kit/forms/fields.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { RowButton } from '../kit/table/row-actions.tsx';

const names = new Intl.DisplayNames('en', { type: 'region' });

const countryName = (code: string) => names.of(code) ?? code;

/** All countries by name. */
const countriesByName = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

type Rules = SiteSettings['ageRules'];

interface AgeFieldsProps {
  rules: Rules;
  onChange: (rules: Rules) => void;
}

const labels: Record<AgeRule, string> = {
  question: 'Question',
  assurance: 'Age check',
  closed: 'Closed',
};
const ruleLabels = ageRules.map((rule) => labels[rule]);
const ruleOf = (label: string) => ageRules.find((rule) => labels[rule] === label) ?? 'closed';
const nothing = 'Choose a country…';

const useAgeChecks = () => {
  const [checks, setChecks] = useState<{ provider: string | null; countryHeader: string | null }>();
  useEffect(() => {
    // The form works without these notes.
    adminClient.getAgeChecks().then(setChecks, console.warn);
  }, []);
  return checks;
};

/** What keeps the rules from working as they read. */
const noteOn = ({ others, countries }: Rules, checks: ReturnType<typeof useAgeChecks>) => {
  const all = [others, ...countries.map(({ rule }) => rule)];
  if (!checks) return undefined;
  if (checks.provider === null && all.includes('assurance'))
    return 'Age checks need a provider, which the operator of the server sets up: AGE_ISSUER and AGE_CLIENT_ID.';
  if (checks.countryHeader === null && countries.some(({ rule }) => rule !== others))
    return `The operator of the server has not set COUNTRY_HEADER, so no country is known: all visitors get the strictest rule, “${labels[strictestOf(all)]}”.`;
  return undefined;
};

/** What visitors of each country have to do before the site opens. */
export function AgeFields({ rules, onChange }: AgeFieldsProps) {
  const { others, countries } = rules;
  const checks = useAgeChecks();
  const note = noteOn(rules, checks);
  const isFree = ({ code }: { code: string }) => !countries.some(({ country }) => country === code);
  const add = (name: string) => {
    const found = countriesByName.find((each) => each.name === name);
    const rule = checks?.provider ? 'assurance' : 'question';
    if (found) onChange({ others, countries: [...countries, { country: found.code, rule }] });
  };
  const change = (index: number, rule: AgeRule) =>
    onChange({ others, countries: countries.map((each, other) => (other === index ? { ...each, rule } : each)) });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">Age rules</legend>
      <p className="text-sm text-muted">
        “Question” asks visitors whether they are 18 or older. “Age check” sends them to{' '}
        {checks?.provider ?? 'a provider'} before they see anything. “Closed” shows a notice instead of the site. A
        visitor whose country is unknown, or hidden by Tor, gets the strictest rule of all.
      </p>
      {note && (
        <p role="status" className="rounded-xl border border-accent px-4 py-3 text-sm font-medium">
          {note}
        </p>
      )}
      {countries.map(({ country, rule }, index) => (
        <div key={country} className="grid grid-cols-[1fr_auto] items-end gap-3">
          <SelectField
            label={countryName(country)}
            name={`ageRules.countries.${index}`}
            options={ruleLabels}
            value={labels[rule]}
            onChange={(event) => change(index, ruleOf(event.target.value))}
          />
          <div className="flex min-h-11 items-center">
            <RowButton
              label={`Remove the rule for ${countryName(country)}`}
              danger
              onClick={() => onChange({ others, countries: countries.filter((_, other) => other !== index) })}
            >
              Remove
            </RowButton>
          </div>
        </div>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={countries.length > 0 ? 'All other countries' : 'All countries'}
          name="ageRules.others"
          options={ruleLabels}
          value={labels[others]}
          onChange={(event) => onChange({ countries, others: ruleOf(event.target.value) })}
        />
        <SelectField
          label="Add a country"
          hint="With a rule of its own."
          options={[nothing, ...countriesByName.filter(isFree).map(({ name }) => name)]}
          value={nothing}
          onChange={(event) => add(event.target.value)}
        />
      </div>
    </fieldset>
  );
}
