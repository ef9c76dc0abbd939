import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';

const sentences: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this URL. Open the site at its own domain, over https.',
};

/** A failure of the browser or device. The message is shown to the admin. */
export class PasskeyError extends Error {
  constructor(cause: unknown) {
    const name = cause instanceof Error ? cause.name : '';
    super(sentences[name] ?? 'The browser could not use a passkey.', { cause });
    this.name = 'PasskeyError';
  }
}

/** Browsers support passkeys on https and localhost only. */
export const arePasskeysSupported = () => typeof PublicKeyCredential !== 'undefined';

const loadLibrary = () => import('@simplewebauthn/browser');

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Signs a challenge with a passkey of the admin's choice, for the API. */
export const signWithPasskey = async (optionsJSON: RequestOptions) => {
  try {
    const { id, response } = await (await loadLibrary()).startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature } };
  } catch (error) {
    throw new PasskeyError(error);
  }
};

/** Creates a passkey for the API. */
export const createPasskey = async (optionsJSON: CreationOptions) => {
  try {
    const { id, response } = await (await loadLibrary()).startRegistration({ optionsJSON });
    return { id, response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject } };
  } catch (error) {
    throw new PasskeyError(error);
  }
};
