import { factLabels, missingFacts } from '#contract/values/operator-facts.ts';
import { type StoredSettings, withDefaults } from '#domain/settings/settings.ts';
import { type Check, ok } from './check.ts';

const part = 'Policies';

/** Nothing fails without these facts; the pages say that they are missing. */
export const judgePolicies = (stored: StoredSettings): Check => {
  const { pageTexts, operator, contactEmail } = withDefaults(stored, '');
  const missing = missingFacts(pageTexts, { ...operator, contactEmail }).map(({ fact }) => factLabels[fact]);
  if (missing.length === 0) return ok(part, 'The pages of the footer have all facts about the operator.');
  return ok(part, `The pages of the footer lack: ${missing.join(', ')}. Enter them in the settings.`);
};
