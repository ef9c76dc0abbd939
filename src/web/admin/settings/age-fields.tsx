import { useEffect, useState } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { type AgeRule, ageRules, countryCodes, strictestOf } from '#contract/values/age-checks.ts';
import { SelectField } from '../kit/forms/fields.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { RowButton } from '../kit/table/row-actions.tsx';

const names = new Intl.DisplayNames('en', { type: 'region' });

const countryName = (code: string) => names.of(code) ?? code;

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
const noCountry = 'Choose a country…';

const useAgeChecks = () => {
  const [checks, setChecks] = useState<{ provider: string | null; countryHeader: string | null }>();
  useEffect(() => {
    // Only needed for notes, so a failure is not shown.
    adminClient.getAgeChecks().then(setChecks, console.warn);
  }, []);
  return checks;
};

/** Without COUNTRY_HEADER, nobody's country is known, and the strictest rule of any country is that of all visitors. */
const isForEverybody = ({ others, countries }: Rules, rule: AgeRule) =>
  rule !== others && rule === strictestOf([others, ...countries.map((each) => each.rule)]);

const effects: Record<AgeRule, string> = {
  question: 'All visitors are asked',
  assurance: 'All visitors need an age check',
  closed: 'The site is closed for everybody',
};

/** Why the rules won’t work as configured. */
const configurationNote = ({ others, countries }: Rules, checks: ReturnType<typeof useAgeChecks>) => {
  const allRules = [others, ...countries.map(({ rule }) => rule)];
  if (!checks) return undefined;
  if (checks.provider === null && allRules.includes('assurance'))
    return 'Age checks need a provider. The operator of the server sets it up with AGE_ISSUER and AGE_CLIENT_ID.';
  if (checks.countryHeader === null && countries.some(({ rule }) => rule !== others))
    return `The operator of the server has not set COUNTRY_HEADER, so countries are unknown: all visitors get the strictest rule, “${labels[strictestOf(allRules)]}”.${strictestOf(allRules) === 'closed' ? ' The site is closed for everybody.' : ''}`;
  return undefined;
};

export function AgeFields({ rules, onChange }: AgeFieldsProps) {
  const { others, countries } = rules;
  const checks = useAgeChecks();
  const note = configurationNote(rules, checks);
  const hasNoRule = ({ code }: { code: string }) => !countries.some(({ country }) => country === code);
  const add = (name: string) => {
    const added = countriesByName.find((each) => each.name === name);
    const rule = checks?.provider ? 'assurance' : 'question';
    if (added) onChange({ others, countries: [...countries, { country: added.code, rule }] });
  };
  const change = (index: number, rule: AgeRule) =>
    onChange({ others, countries: countries.map((each, other) => (other === index ? { ...each, rule } : each)) });
  return (
    <>
      <p className="text-sm text-muted">
        “Question” asks visitors whether they are 18 or older. “Age check” sends them to{' '}
        {checks?.provider ?? 'a provider'} before they see anything. “Closed” shows a notice instead of the site.
        Visitors whose country is unknown or hidden by Tor get the strictest rule.
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
            hint={
              checks?.countryHeader === null && isForEverybody(rules, rule)
                ? `${effects[rule]}: COUNTRY_HEADER is not set.`
                : undefined
            }
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
          hint="To give it its own rule."
          options={[noCountry, ...countriesByName.filter(hasNoRule).map(({ name }) => name)]}
          value={noCountry}
          onChange={(event) => add(event.target.value)}
        />
      </div>
    </>
  );
}
