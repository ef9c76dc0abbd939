import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAgeProvider } from '#domain/system/age-provider.ts';
import { startAgeProvider, type TestAgeProvider } from '../../support/age-provider.ts';

let provider: TestAgeProvider;
beforeAll(async () => {
  provider = await startAgeProvider();
});
afterAll(() => provider.stop());

it('says whether the provider of age checks answers, and whether countries are known', async () => {
  const site = { siteUrl: 'http://127.0.0.1:3000', allow: [] };
  const known = { ...site, countryHeader: 'x-country' };
  const unknown = { ...site, countryHeader: undefined };
  expect(await checkAgeProvider(undefined, unknown)).toEqual([]);
  expect(await checkAgeProvider(provider.settings, known)).toMatchObject([{ state: 'ok' }]);
  expect(await checkAgeProvider(provider.settings, unknown)).toMatchObject([
    { state: 'warning', sentence: expect.stringContaining('COUNTRY_HEADER is not set') },
  ]);
  provider.mode = 'down';
  const [found] = await checkAgeProvider(provider.settings, known);
  expect(found).toMatchObject({ state: 'failure', sentence: expect.stringContaining(provider.settings.issuer) });
  expect(JSON.stringify(found)).not.toContain(provider.settings.clientSecret);
});
