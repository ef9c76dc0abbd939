/** Why an age check did not open the site. */
export const ageProblems = ['cancelled', 'refused', 'failed', 'under-18', 'unclear', 'expired', 'unavailable'] as const;
export type AgeProblem = (typeof ageProblems)[number];

/** Where an age check begins; `to` names the page that the visitor wanted. */
export const ageCheckPath = '/age/check';

/** Answers the age gate's question for a browser without JavaScript whose age was checked. */
export const ageAnswerPath = '/age/answer.css';

/** Part of the cache key of a page that is rendered for somebody who may not see the site; visitors cannot send it. */
export const shutOutParameter = '_shut-out';

/** What the door shows instead of the site. */
export interface AgeDoor {
  kind: 'assurance' | 'closed';
  siteName: string;
  accent: string;
  leaveUrl: string;
  /** The host of the provider that checks ages; undefined if there is none. */
  provider: string | undefined;
  problem: AgeProblem | undefined;
  /** The page that the visitor wanted. */
  returnPath: string;
}
