/** How long a password or passkey counts as proof of who is in front of the browser. */
export const proofMinutes = 10;

/** Settings that decide who gets in, who hears of a vulnerability, and where the server connects to: they need a fresh proof. */
export const securitySettings = [
  'minPasswordLength',
  'requireSecondFactor',
  'securityContact',
  'securityPolicyUrl',
  'webSubHub',
] as const;
