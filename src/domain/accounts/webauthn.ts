/** The site as WebAuthn knows it. */
export interface RelyingParty {
  /** The host's name, without a port. */
  id: string;
  origin: string;
}

/** A credential as the library expects it; browsers send the rest of it twice, or empty. */
export const credentialOf = <Response>({ id, response }: { id: string; response: Response }) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  response,
  clientExtensionResults: {},
});

/** What every verification demands, whether a passkey is added or used. */
export const demandsOf = (expectedChallenge: string, { id, origin }: RelyingParty) => ({
  expectedChallenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

/** Undefined if the verification fails: the library throws plain errors for whatever a client may have sent. */
export const ifVerified = <Result>(verification: Promise<Result>): Promise<Result | undefined> =>
  verification.catch(() => undefined);
