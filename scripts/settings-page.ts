// npm run docs: writes docs/operations/settings.md, the page of all settings. `npm run lint` checks that it is up to date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueInWords } from '#contract/values/audit.ts';
import { numeral } from '#contract/values/fields.ts';
import {
  descriptionOf,
  type PlainInput,
  type PlainSetting,
  type Setting,
  settingSections,
} from '#contract/values/settings/kinds.ts';
import { describedSettings, settingNames } from '#contract/values/settings/settings.ts';

export const settingsPagePath = 'docs/operations/settings.md';

const characters = ({ maxLength, isRequired }: { maxLength: number; isRequired?: true }) =>
  `up to ${numeral(maxLength)} characters${isRequired ? ', not empty' : ''}`;

const limitsByInput: { [I in PlainInput]: (setting: PlainSetting<I>) => string } = {
  checkbox: () => '',
  number: ({ min, max }) => `${numeral(min)} to ${numeral(max)}`,
  line: characters,
  paragraph: characters,
  lines: ({ maxCount, maxLength }) => `up to ${numeral(maxCount)} lines of ${numeral(maxLength)} characters`,
  color: () => 'a color such as `#ffb52e`',
  email: () => 'an email, or empty',
  'https url': () => 'a URL with https://, or empty',
  'email or https url': () => 'an email or a URL with https://, or empty',
  'url or path': () => 'a URL, or a path on this site',
  'time zone': () => 'a name such as Europe/Berlin',
};

const limitsOf = (setting: Setting): string =>
  setting.input === 'special'
    ? (setting.limits ?? '')
    : (limitsByInput[setting.input] as (setting: PlainSetting) => string)(setting);

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : value === '';

const defaultOf = (setting: Setting): string => {
  if (!('default' in setting)) return 'built-in texts';
  if (typeof setting.default === 'boolean') return setting.default ? 'on' : 'off';
  const words = isEmpty(setting.default) ? 'empty' : (valueInWords(setting.default) ?? 'empty');
  return 'configuredBy' in setting ? `\`${setting.configuredBy}\`, or ${words}` : words;
};

const cell = (text: string) => text.replaceAll('|', '\\|');

const cellsOf = (name: keyof typeof describedSettings) => {
  const setting: Setting = describedSettings[name];
  const description = descriptionOf(setting)?.replace(/\.$/, '') ?? '';
  const notes = [setting.isPublic ? 'public' : 'admins only', ...(setting.needsProof ? ['fresh proof'] : [])];
  const cells = [setting.label, `\`${name}\``, description, defaultOf(setting), limitsOf(setting), notes.join(', ')];
  return cells.map(cell);
};

const headings = ['setting', 'in the API', 'what it does', 'default', 'limits', 'access'];

/** Aligned, as the formatter wants it. */
const table = (rows: string[][]) => {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const lineOf = (cells: string[]) => `| ${cells.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [lineOf(headings), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n');
};

const sectionOf = ([section, { title }]: [string, { title: string }]) => `## ${title}

${table(settingNames.filter((name) => describedSettings[name].section === section).map(cellsOf))}
`;

export const settingsPage = () => `# Settings

What main admins change on the screen Settings, in its order; programs do it by \`PUT /api/settings\`. What the operator of the
server sets is in the [README](../../README.md). Visitors get public settings. “Fresh proof” means that a change asks for the password or a
passkey again ([decision 016](../decisions/016-fresh-proof.md)).

This page is written by \`npm run docs\` from \`src/contract/values/settings/\`.

${Object.entries(settingSections).map(sectionOf).join('\n')}`;

if (import.meta.main) writeFileSync(join(import.meta.dirname, '..', settingsPagePath), settingsPage());
