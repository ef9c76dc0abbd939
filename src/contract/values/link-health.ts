/** What is known of a link. Nothing is concluded about an ignored one. */
export const linkStates = ['living', 'dead', 'suspicious', 'unknown', 'unchecked', 'ignored'] as const;
export type LinkState = (typeof linkStates)[number];

/** Why a probe ended as it did. Stored rows hold these words. */
export const linkReasons = [
  'answered',
  'notFound',
  'removedText',
  'home',
  'refused',
  'robots',
  'busy',
  'failed',
  'unreachable',
  'blocked',
] as const;
export type LinkReason = (typeof linkReasons)[number];

export const probeOutcomes = ['living', 'gone', 'unknown'] as const;
export type ProbeOutcome = (typeof probeOutcomes)[number];

/** A link is dead when it was found gone at least this often, over at least so many days. */
export const deadAfter = { probes: 3, days: 3 };

/** Reserved for documents and used by the demo: nobody answers for links to them, so they are not checked. */
export const uncheckedHosts = ['example.com', 'example.net', 'example.org'];
