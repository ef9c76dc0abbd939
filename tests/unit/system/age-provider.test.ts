import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAgeProvider } from '#domain/system/age-provider.ts';
import { startAgeProvider, type TestAgeProvider } from '../../support/age-provider.ts';

let provider: TestAgeProvider;
beforeAll(async () => {
  provider = await startAgeProvider();
});
afterAll(() => provider.stop());

it('says whether the provider of age checks answers, and whether countries are known', async () => {
  expect(await checkAgeProvider(undefined, undefined)).toEqual([]);
  expect(await checkAgeProvider(provider.settings, 'x-country')).toMatchObject([{ state: 'ok' }]);
  expect(await checkAgeProvider(provider.settings, undefined)).toMatchObject([
    { state: 'warning', sentence: expect.stringContaining('COUNTRY_HEADER is not set') },
  ]);
  provider.mode = 'down';
  const [found] = await checkAgeProvider(provider.settings, 'x-country');
  expect(found).toMatchObject({ state: 'failure', sentence: expect.stringContaining(provider.settings.issuer) });
  expect(JSON.stringify(found)).not.toContain(provider.settings.clientSecret);
});
