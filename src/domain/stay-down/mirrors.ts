import { domainToASCII } from 'node:url';
import { linkForms } from '#domain/catalogue/link-forms.ts';
import { tidyLink } from './tidy-link.ts';

/** Hosts that show the same videos, each group together. */
export type MirrorGroups = readonly (readonly string[])[];

/** As link_host() in the database names it. */
export const bareHost = (host: string) => domainToASCII(host.toLowerCase()).replace(/^(www|m|mobile)\./, '');

/** The groups that an operator wrote: one per line, hosts separated by blanks or commas. */
export const parseMirrors = (text: string): MirrorGroups =>
  text
    .split('\n')
    .map((line) => [...new Set(line.split(/[\s,;]+/).map(bareHost))].filter((host) => host !== ''))
    .filter((group) => group.length > 1);

/** The ways to write a link on the mirrors of its host. */
export const mirrorForms = (link: string, groups: MirrorGroups): string[] => {
  const tidy = tidyLink(link);
  if (!URL.canParse(tidy)) return [];
  const host = bareHost(new URL(tidy).hostname);
  const mirrors = new Set(groups.filter((group) => group.includes(host)).flat());
  mirrors.delete(host);
  const forms = linkForms(tidy);
  return [...mirrors].flatMap((mirror) => forms.map((form) => form.replace(/^(https?:\/\/)[^/?#:]*/i, `$1${mirror}`)));
};

/** The ways to write a link, on its host and on the mirrors of it. */
export const everyForm = (link: string, groups: MirrorGroups): string[] => [
  ...new Set([...linkForms(tidyLink(link)), ...mirrorForms(link, groups)]),
];
