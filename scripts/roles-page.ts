// npm run docs: writes docs/operations/roles.md, what each role may do. `npm run lint` checks that it is up to date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '#contract/calls/route.ts';
import { routes } from '#contract/calls/routes.ts';
import {
  mayUse,
  type Role,
  roleDescriptions,
  roleLabels,
  roles,
  rolesInWords,
  type Section,
  sections,
} from '#contract/values/accounts.ts';

export const rolesPagePath = 'docs/operations/roles.md';

type AdminRoute = Route & { access: Section };
const isForAdmins = (entry: [string, Route]): entry is [string, AdminRoute] => entry[1].access !== 'anyone';
const calls = (Object.entries(routes) as [string, Route][]).filter(isForAdmins);

/** Aligned, as the formatter wants it. */
const table = (lines: string[][]) => {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const lineOf = (cells: string[]) => `| ${cells.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...rows] = lines;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n');
};

const share = (role: Role, area: [string, AdminRoute][]) => {
  const allowed = area.filter(([, { access }]) => mayUse(role, access)).length;
  if (allowed === area.length) return 'all';
  return allowed === 0 ? '–' : `${allowed} of ${area.length}`;
};

const areas = [...Map.groupBy(calls, ([, { area }]) => area)].sort(([a], [b]) => (a < b ? -1 : 1));

const sectionOf = (section: Section) => {
  const names = calls.filter(([, { access }]) => access === section).map(([name]) => `\`${name}\``);
  const who = section === 'admin' ? 'admins of every role' : rolesInWords(section);
  return `- **${section}**, for ${who}: ${names.join(', ')}`;
};

export const rolesPage = () => `# Roles

What each account may do. A main admin chooses the role when creating an account or under Manage Admins, which ends the sessions
and the API tokens of that account; \`npx marquee admin create NAME EMAIL --role editor\` does on the server. API tokens may do what their owner
may, and no more than their scopes. A refusal is a 403 that names the role and who may
([decision 086](../decisions/086-roles.md)).

${table([['role', 'in the API', 'for'], ...roles.map((role) => [roleLabels[role], `\`${role}\``, roleDescriptions[role]])])}

This page is written by \`npm run docs\` from the \`access\` of each call in \`src/contract\`.

## Calls by area

How many of the calls of an area each role may make. Calls for visitors are left out.

${table([['area', ...roles.map((role) => roleLabels[role])], ...areas.map(([area, own]) => [area, ...roles.map((role) => share(role, own))])])}

## Calls by section

Each call names its section.

${sections.map(sectionOf).join('\n')}
`;

if (import.meta.main) writeFileSync(join(import.meta.dirname, '..', rolesPagePath), rolesPage());
