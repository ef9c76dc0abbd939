/** What an account can need besides its password. Recovery codes replace either. */
export const secondFactors = ['authenticator_app', 'passkey'] as const;
export type SecondFactor = (typeof secondFactors)[number];
