import {
  type AgeProviderOptions,
  type AgeProviderSettings,
  createAgeProvider,
} from '#domain/age-assurance/age-provider.ts';
import { type Check, failure, ok, warning } from './check.ts';

const part = 'Age checks';

const reasonOf = (error: unknown) => {
  const { message, cause } = error as Error & { cause?: { message?: string; code?: string } };
  return [message, cause?.message || cause?.code].filter(Boolean).join(': ');
};

/** Requests the provider's configuration, as the first visitor would. */
export const checkAgeProvider = async (
  provider: AgeProviderSettings | undefined,
  { countryHeader, ...site }: Pick<AgeProviderOptions, 'siteUrl' | 'allow'> & { countryHeader: string | undefined },
): Promise<Check[]> => {
  if (!provider) return [];
  const { issuer } = provider;
  try {
    await createAgeProvider({ ...provider, ...site }).check();
  } catch (error) {
    return [
      failure(
        part,
        `The provider ${issuer} does not respond as OpenID Connect requires: ${reasonOf(error)}.`,
        'Correct AGE_ISSUER, or ask the provider. Until then, nobody can pass an age check.',
      ),
    ];
  }
  if (countryHeader === undefined)
    return [
      warning(
        part,
        `The provider ${issuer} responds, but COUNTRY_HEADER is not set, so the country of visitors is unknown.`,
        'Let the proxy send the country of visitors in a header, and set COUNTRY_HEADER to its name.',
      ),
    ];
  return [ok(part, `The provider ${issuer} responds, and countries come from the header ${countryHeader}.`)];
};
