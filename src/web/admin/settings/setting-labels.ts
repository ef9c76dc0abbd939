import type { SiteSettings } from '#contract/settings.ts';
import { infoPageNames, infoPages } from '#contract/values/info-pages.ts';
import { factLabels, type OperatorFacts } from '#contract/values/operator-facts.ts';

type Parted = 'pageTexts' | 'operator' | 'caseReasons';

/** As the form names them. */
const whole: Record<Exclude<keyof SiteSettings, Parted>, string> = {
  siteName: 'Site name',
  homeTitle: 'Title of the home page',
  heading: 'Heading of the home page',
  description: 'Description for search engines',
  footerText: 'Footer text',
  accent: 'Accent colour',
  leaveUrl: '“Leave” URL',
  playInPlace: 'Play videos on their page',
  imageProxy: 'Image proxy',
  timeZone: 'Time zone',
  sponsoredLink: 'Sponsored link',
  freeDays: 'Free days',
  lifetimePrice: 'Lifetime price',
  withholdOnNotice: 'Withhold posts when an intimate image is reported',
  requireRecords: 'Publish posts with complete records only',
  hostMirrors: 'Hosts that are mirrors of each other',
  checkLinks: 'Check the links of posts',
  linkRequestsPerHour: 'Requests an hour',
  linkPauseSeconds: 'Seconds between requests',
  hideDeadPosts: 'Hide posts without a working link',
  removedTexts: 'Signs of removed videos',
  minPasswordLength: 'Minimum length of passwords',
  requireSecondFactor: 'Require a second factor',
  safetyContact: 'Contact for removals',
  securityContact: 'Security contact',
  securityPolicyUrl: 'URL of the security policy',
  ageRules: 'Age rules',
  prohibitedTerms: 'Prohibited terms',
  allowedPhrases: 'Allowed phrases',
  backups: 'Backups',
  indexNow: 'Announce changes with IndexNow',
  webSubHub: 'WebSub hub',
  llmsTxt: 'Publish /llms.txt',
  refuseAiCrawlers: 'Refuse AI crawlers',
  contactEmail: 'Contact email',
  publishTransparency: 'Publish the transparency page',
  featuredPerformers: 'Featured performers',
  banners: 'Promotional banner',
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const operator = Object.keys(factLabels).map((fact) => [
  `operator.${fact}`,
  capital(factLabels[fact as keyof OperatorFacts]),
]);

/** By the names of flattened settings. */
export const settingLabels: Record<string, string> = {
  ...whole,
  ...Object.fromEntries(operator),
  ...Object.fromEntries(infoPageNames.map((page) => [`pageTexts.${page}`, `Page “${infoPages[page].title}”`])),
  'caseReasons.remove': 'Reasons to remove',
  'caseReasons.keep': 'Reasons to keep',
  'caseReasons.ask': 'Questions to reporters',
};
