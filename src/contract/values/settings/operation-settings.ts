import { limits } from '../fields.ts';
import { defaultFeaturedPerformers } from '../names.ts';
import { factLabels, noOperatorFacts, type OperatorFacts } from '../operator-facts.ts';
import { infoPageNames, infoPages } from '../public-pages.ts';
import { upperFirst } from '../text.ts';
import type { Setting } from './kinds.ts';

/** One backup a day at this hour in UTC; null for none. */
const backups: { hour: number | null; days: number; weeks: number; months: number } = {
  hour: 2,
  days: 7,
  weeks: 4,
  months: 12,
};

const operatorLabels = (Object.keys(noOperatorFacts) as (keyof OperatorFacts)[]).map((fact) => [
  fact,
  upperFirst(factLabels[fact]),
]);

/** Backups, crawlers, and the texts that name the operator. */
export const operationSettings = {
  backups: {
    section: 'backups',
    input: 'special',
    label: 'Backups',
    description: 'When backups are made, if BACKUP_TO says where to, and which are kept',
    isPublic: false,
    needsProof: true,
    default: backups,
  },
  indexNow: {
    section: 'crawlers',
    input: 'checkbox',
    label: 'Announce changes with IndexNow',
    subject: 'announcement of changes',
    help: 'Tells Bing, Yandex, Seznam and others about every video that is added, edited or deleted.',
    description: 'Whether search engines are notified of changed videos at once (IndexNow)',
    isPublic: false,
    isHalf: true,
    default: false,
  },
  webSubHub: {
    section: 'crawlers',
    input: 'https url',
    label: 'WebSub hub',
    subject: 'URL of the WebSub hub',
    help: 'Feeds link to this hub, and it is notified of new videos. Leave empty for none.',
    description: 'A WebSub hub that feeds link to, and that is notified of new videos',
    isPublic: false,
    needsProof: true,
    isHalf: true,
    default: '',
  },
  llmsTxt: {
    section: 'crawlers',
    input: 'checkbox',
    label: 'Publish /llms.txt',
    subject: 'description for language models',
    help: 'Describes the site and its lists to language models.',
    description: 'Whether /llms.txt describes the site to language models',
    isPublic: false,
    isHalf: true,
    default: false,
  },
  refuseAiCrawlers: {
    section: 'crawlers',
    input: 'checkbox',
    label: 'Refuse AI crawlers',
    subject: 'refusal of AI crawlers',
    help: 'Uses robots.txt to turn away crawlers that collect texts for language models. Search engines are not affected.',
    description: 'Whether robots.txt refuses crawlers that collect texts for language models',
    isPublic: false,
    isHalf: true,
    default: false,
  },
  contactEmail: {
    section: 'operator',
    input: 'email',
    label: 'Contact email',
    help: 'Where visitors can write. If empty, the footer pages show the security contact, or say that there is none.',
    description: 'Where visitors can write to; the pages of the footer show it',
    isPublic: true,
    default: '',
  },
  operator: {
    section: 'operator',
    input: 'special',
    label: 'Operator',
    description: 'Who runs the site; texts of pages name these facts by placeholders such as {{copyrightAgent}}',
    isPublic: false,
    default: noOperatorFacts,
    parts: Object.fromEntries(operatorLabels),
  },
  pageTexts: {
    section: 'footer',
    input: 'special',
    label: 'Texts of the footer pages',
    subject: 'texts of the pages of the footer',
    description: 'Markdown without HTML and images; placeholders such as {{operator}} insert facts about the operator',
    isPublic: true,
    parts: Object.fromEntries(infoPageNames.map((page) => [page, `Page “${infoPages[page].title}”`])),
  },
  publishTransparency: {
    section: 'footer',
    input: 'checkbox',
    label: 'Publish the transparency page',
    subject: 'publication of the figures about notices',
    help: 'At /transparency, with a link in the footer: how many notices of each kind were received, how long decisions took and what was decided.',
    description: 'Whether /transparency shows visitors how notices were decided',
    isPublic: true,
    default: false,
  },
  featuredPerformers: {
    section: 'footer',
    input: 'special',
    label: 'Featured performers',
    description: 'Slugs of performers that the footer always shows',
    isPublic: true,
    default: defaultFeaturedPerformers,
    limits: `up to ${limits.settings.featuredPerformers}`,
  },
  banners: {
    section: 'banners',
    input: 'special',
    label: 'Banners',
    isPublic: true,
    default: [101, 102, 103].map((n) => ({ image: `/art/${n}.svg`, url: 'https://example.com/live' })),
    limits: `up to ${limits.settings.banners}`,
  },
} satisfies Record<string, Setting>;
