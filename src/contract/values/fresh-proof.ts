/** How long a password or passkey counts as proof of who is in front of the browser. */
export const proofMinutes = 10;

/** The settings that decide who gets in, and who hears of a vulnerability: changing one needs a fresh proof. */
export const securitySettings = [
  'minPasswordLength',
  'requireSecondFactor',
  'securityContact',
  'securityPolicyUrl',
] as const;
