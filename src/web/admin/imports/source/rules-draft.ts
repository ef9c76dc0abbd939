import type { Rules } from '#contract/import-settings.ts';
import type { RecordPart } from '#contract/values/record-parts.ts';

/** As the form edits them: lists of words are text with a line for each, so that a line can be begun. */
export interface RulesDraft extends Omit<Rules, 'droppedTags' | 'addedTags' | 'titleCuts' | 'records' | 'partner'> {
  droppedTags: string;
  addedTags: string;
  titleCuts: string;
  records: Record<RecordPart, string>;
  partner: string;
}

export const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

export const toRulesDraft = (rules: Rules): RulesDraft => ({
  ...rules,
  droppedTags: rules.droppedTags.join('\n'),
  addedTags: rules.addedTags.join('\n'),
  titleCuts: rules.titleCuts.join('\n'),
  records: {
    source: rules.records.source ?? '',
    rightsHolder: rules.records.rightsHolder ?? '',
    consent: rules.records.consent ?? '',
    recordDate: rules.records.recordDate ?? '',
  },
  partner: rules.partner ?? '',
});

/** Rows that are not filled in yet are left out. */
export const fromRulesDraft = (draft: RulesDraft): Rules => {
  const { source, rightsHolder, consent, recordDate } = draft.records;
  return {
    ...draft,
    categoryWords: draft.categoryWords.filter(({ word }) => word.trim() !== ''),
    tagReplacements: draft.tagReplacements.filter(({ from, to }) => from.trim() !== '' && to.trim() !== ''),
    droppedTags: linesOf(draft.droppedTags),
    addedTags: linesOf(draft.addedTags),
    titleCuts: linesOf(draft.titleCuts),
    records: { source, rightsHolder, consent, recordDate: recordDate === '' ? null : recordDate },
    partner: draft.partner === '' ? null : draft.partner,
  };
};
