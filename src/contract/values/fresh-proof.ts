/** How long a password or passkey counts as proof of who is in front of the browser. */
export const proofMinutes = 10;

/**
 * Settings that decide who gets in, who hears of a vulnerability, where the server connects to, and which backups are removed:
 * they need a fresh proof.
 */
export const securitySettings = [
  'minPasswordLength',
  'requireSecondFactor',
  'securityContact',
  'securityPolicyUrl',
  'webSubHub',
  'backups',
  'ageRules',
] as const;
