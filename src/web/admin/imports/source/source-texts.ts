import { importFields } from '#contract/values/imports.ts';
import { fieldLabels } from '../mapping/field-words.ts';
import { linesOf } from './rules-draft.ts';
import { scheduleLabel } from './schedules.ts';
import type { SourceDraft } from './source-draft.ts';

export const sourceLabels = {
  name: 'Name',
  url: 'URL',
  schedule: 'Schedule',
  format: 'Format',
  columns: 'Columns',
  category: 'Category',
  tags: 'Tags',
  titleCuts: 'Cut from titles',
  records: 'Records',
  partner: 'Network',
  publish: 'Publishing',
  policies: 'Policies',
};

const joined = (parts: (string | false)[]) => parts.filter(Boolean).join('; ');

const publishing = ({ publish, perHour, dailyCap }: SourceDraft['rules']) => {
  const when = { now: 'at once', draft: 'as drafts', hourly: `${perHour} an hour` }[publish];
  return dailyCap === null ? when : `${when}, ${dailyCap} a day at most`;
};

/** What two admins see of their versions when both have saved. */
export const sourceTexts = ({ rules, policies, ...draft }: SourceDraft): typeof sourceLabels => ({
  name: draft.name,
  url: draft.url,
  schedule: scheduleLabel(draft.everyMinutes),
  format: [draft.format.kind, draft.format.encoding, draft.format.delimiter].filter(Boolean).join(', '),
  columns: joined(
    importFields
      .filter((field) => draft.mapping[field])
      .map((field) => `${fieldLabels[field]}: ${draft.mapping[field]?.columns.join(', ')}`),
  ),
  category: joined([rules.category, ...rules.categoryWords.map(({ word, category }) => `${word}: ${category}`)]),
  tags: joined([
    ...rules.tagReplacements.map(({ from, to }) => `${from} → ${to}`),
    ...linesOf(rules.droppedTags).map((tag) => `without ${tag}`),
    ...linesOf(rules.addedTags).map((tag) => `with ${tag}`),
  ]),
  titleCuts: joined(linesOf(rules.titleCuts)),
  records: joined(Object.values(rules.records)),
  partner: rules.partner,
  publish: publishing(rules),
  policies: joined([
    policies.addNew && 'add new',
    policies.updatedFields.length > 0 &&
      `update ${policies.updatedFields.map((field) => fieldLabels[field]).join(', ')}`,
    policies.takeDownMissing && 'take down what left',
  ]),
});
