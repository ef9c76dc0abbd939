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

/** Asks the provider for its configuration, as the first visitor would. */
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
        `The provider ${issuer} does not answer as OpenID Connect asks for: ${reasonOf(error)}.`,
        'Correct AGE_ISSUER, or ask the provider. Until then nobody passes an age check.',
      ),
    ];
  }
  if (countryHeader === undefined)
    return [
      warning(
        part,
        `The provider ${issuer} answers, but COUNTRY_HEADER is not set: every visitor's country is unknown.`,
        'Let the proxy send the country of visitors, and set COUNTRY_HEADER to the name of that header.',
      ),
    ];
  return [ok(part, `The provider ${issuer} answers, and countries come from the header ${countryHeader}.`)];
};
