import type { AgeRule } from '#contract/values/age-checks.ts';
import { uncheckedHosts } from '#contract/values/checks.ts';
import { factLabels, missingFacts } from '#contract/values/operator-facts.ts';
import { settingLabel } from '#contract/values/settings/settings.ts';
import { countryRulesOf } from '#domain/age-assurance/age-rules.ts';
import { type StoredSettings, withDefaults } from '#domain/settings.ts';
import { type Check, leftToDo, ok, warning } from './check.ts';

const policies = 'Policies';

const judgePolicies = (settings: ReturnType<typeof withDefaults>): Check => {
  const { pageTexts, operator, contactEmail } = settings;
  const missing = missingFacts(pageTexts, { ...operator, contactEmail }).map(({ fact }) => factLabels[fact]);
  if (missing.length === 0) return ok(policies, 'The footer pages have all facts about the operator.');
  return leftToDo(
    policies,
    `Missing on the footer pages: ${missing.join(', ')}.`,
    'Enter the facts about the operator under Settings.',
  );
};

const links = 'Example links';

const isExample = (text: string) => {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return uncheckedHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
};

/** Every URL within a setting, such as those of a list of banners. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The defaults lead to example.com, where visitors of a real site must not end up. */
const judgeExampleUrls = (settings: ReturnType<typeof withDefaults>): Check => {
  const examples = Object.entries(settings)
    .filter(([, value]) => textsIn(value).some(isExample))
    .map(([name]) => settingLabel(name) ?? name);
  if (examples.length === 0) return ok(links, 'No banner or other link in the settings leads to an example.');
  return leftToDo(
    links,
    `Visitors are sent to example.com by: ${examples.join(', ')}.`,
    'Replace the links to example.com under Settings, or remove them.',
  );
};

/** Checks what an operator has to enter before the site is complete. */
const effects: Record<AgeRule, string> = {
  question: 'is asked the age question',
  assurance: 'has to pass an age check',
  closed: 'is shut out: the site is closed for everybody',
};

/** Without the header, nobody's country is known, and every visitor gets the strictest rule of any country. */
export const judgeCountryRules = (settings: StoredSettings, countryHeader: string | undefined): Check[] => {
  const { dependsOnCountry, ruleOf } = countryRulesOf(settings);
  if (!dependsOnCountry || countryHeader !== undefined) return [];
  return [
    warning(
      'Age rules of countries',
      `Settings have age rules of countries, but COUNTRY_HEADER is not set. So every visitor ${effects[ruleOf(undefined)]}.`,
      'Let the proxy send the country of visitors in a header and set COUNTRY_HEADER to its name, or remove the rules of countries under Settings.',
    ),
  ];
};

export const judgeSettings = (stored: StoredSettings): Check[] => {
  const settings = withDefaults(stored, '');
  return [judgePolicies(settings), judgeExampleUrls(settings)];
};
