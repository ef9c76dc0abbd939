import type { SiteSettings } from '#contract/settings.ts';

export const settingLabels: Record<Exclude<keyof SiteSettings, 'pageTexts' | 'operator' | 'caseReasons'>, string> = {
  siteName: 'Site name',
  homeTitle: 'Title of the home page',
  heading: 'Heading of the home page',
  description: 'Description for search engines',
  footerText: 'Footer text',
  accent: 'Accent color',
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
  linkRequestsPerHour: 'Requests per hour',
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

type KeysOfType<T> = {
  [K in keyof typeof settingLabels]: SiteSettings[K] extends T ? K : never;
}[keyof typeof settingLabels];

export interface SettingsFieldsProps {
  settings: SiteSettings;
  onChange: (changes: Partial<SiteSettings>) => void;
}

/** Label, name, value and handler of the field of a setting. */
export const settingFields = (settings: SiteSettings, onChange: SettingsFieldsProps['onChange']) => ({
  text: (key: KeysOfType<string>) => ({
    label: settingLabels[key],
    name: key,
    value: settings[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  }),
  checkbox: (key: KeysOfType<boolean>) => ({
    label: settingLabels[key],
    name: key,
    checked: settings[key],
    onChange: ({ target }: { target: { checked: boolean } }) => onChange({ [key]: target.checked }),
  }),
  wholeNumber: (key: KeysOfType<number>, range: { min: number; max: number }) => ({
    label: settingLabels[key],
    name: key,
    type: 'number',
    required: true,
    ...range,
    // An empty field has the value NaN, or null in a stored draft.
    value: Number.isFinite(settings[key]) ? settings[key] : '',
    onChange: ({ target }: { target: { valueAsNumber: number } }) => onChange({ [key]: target.valueAsNumber }),
  }),
});
