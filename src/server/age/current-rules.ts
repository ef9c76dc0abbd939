import { type CountryRules, countryRulesOf } from '#domain/age-assurance/country-rules.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { StoredSettings } from '#domain/settings/settings.ts';

export interface CurrentRules {
  /** Undefined while changed settings have not been read yet. */
  known: () => CountryRules | undefined;
  read: () => Promise<CountryRules>;
}

/** The age rules of the settings, in memory: cached pages ask for them on every request. */
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
    // Without a database the former rules still hold.
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
