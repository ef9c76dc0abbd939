import { type InfoPage, infoPageNames } from './public-pages.ts';
import { isBlank } from './text.ts';

/** What the law requires operators to publish. Separate settings, because several pages name these facts. */
export const noOperatorFacts = {
  name: '',
  address: '',
  jurisdiction: '',
  copyrightAgentName: '',
  copyrightAgentAddress: '',
  copyrightAgentEmail: '',
  copyrightAgentPhone: '',
  recordsCustodianName: '',
  recordsCustodianAddress: '',
};

export type OperatorFacts = typeof noOperatorFacts;
export type Fact = keyof OperatorFacts | 'contactEmail';
/** The values of the placeholders in a text. */
export type Facts = OperatorFacts & SiteFacts & { contactEmail: string };
interface SiteFacts {
  siteName: string;
  withholdOnNotice: boolean;
  sendsMail: boolean;
}

export const factLabels: Record<Fact, string> = {
  name: 'legal name of the operator',
  address: 'postal address of the operator',
  jurisdiction: 'jurisdiction',
  contactEmail: 'contact email',
  copyrightAgentName: 'name of the copyright agent',
  copyrightAgentAddress: 'postal address of the copyright agent',
  copyrightAgentEmail: 'email of the copyright agent',
  copyrightAgentPhone: 'telephone of the copyright agent',
  recordsCustodianName: 'name of the custodian of records',
  recordsCustodianAddress: 'postal address of the custodian of records',
};

/** The placeholders that texts may contain as {{name}}, and the facts that each of them needs. */
export const placeholders = {
  siteName: [],
  operator: ['name', 'address'],
  operatorName: ['name'],
  jurisdiction: ['jurisdiction'],
  contactEmail: ['contactEmail'],
  copyrightAgent: ['copyrightAgentName', 'copyrightAgentAddress', 'copyrightAgentEmail'],
  recordsCustodian: ['recordsCustodianName', 'recordsCustodianAddress'],
  hiddenUntilDecided: [],
  emailsToReporters: [],
} as const satisfies Record<string, readonly Fact[]>;

export type Placeholder = keyof typeof placeholders;

export const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** Sticky: matches at `lastIndex` only. */
export const placeholderAt = /\{\{ *([A-Za-z]{1,40}) *\}\}/y;

const namesIn = (text: string) => {
  const found = [...text.matchAll(/\{\{ *([A-Za-z]{1,40}) *\}\}/g)].map(([, name = '']) => name);
  return [...new Set(found)];
};

type PageTexts = Record<InfoPage, string>;

/** The facts that are not filled in yet, and the pages that need them. Every page needs the contact email. */
export const missingFacts = (
  texts: PageTexts,
  facts: Omit<Facts, keyof SiteFacts>,
): { fact: Fact; pages: InfoPage[] }[] => {
  const isNeededBy = (fact: Fact, page: InfoPage) =>
    fact === 'contactEmail' ||
    namesIn(texts[page]).some((name) => isPlaceholder(name) && (placeholders[name] as readonly Fact[]).includes(fact));
  return (Object.keys(factLabels) as Fact[])
    .filter((fact) => isBlank(facts[fact]))
    .map((fact) => ({ fact, pages: infoPageNames.filter((page) => isNeededBy(fact, page)) }))
    .filter(({ pages }) => pages.length > 0);
};

/** Text that looks like a placeholder but isn't known. Visitors see it as it was typed. */
export const unknownPlaceholders = (text: string) => namesIn(text).filter((name) => !isPlaceholder(name));
