import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { PasskeyError } from './passkey-error.ts';

/** Only over https, or on localhost. */
export const arePasskeysSupported = () => typeof PublicKeyCredential !== 'undefined';

const loadLibrary = () => import('@simplewebauthn/browser');

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Lets the admin choose and confirm a passkey; returns what the API takes. */
export const signWithPasskey = async (optionsJSON: RequestOptions) => {
  try {
    const { id, response } = await (await loadLibrary()).startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature } };
  } catch (error) {
    throw new PasskeyError(error);
  }
};

/** Lets the admin create a passkey; returns what the API takes. */
export const createPasskey = async (optionsJSON: CreationOptions) => {
  try {
    const { id, response } = await (await loadLibrary()).startRegistration({ optionsJSON });
    return { id, response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject } };
  } catch (error) {
    throw new PasskeyError(error);
  }
};
