import type { Format, Mapping, Policies } from '#contract/import-settings.ts';
import type { ImportSettingsDraft, ImportSource, SourceEdit } from '../../kit/records/import-source.ts';
import { fromRulesDraft, type RulesDraft, toRulesDraft } from './rules-draft.ts';

/** A source as its form edits it. */
export interface SourceDraft {
  name: string;
  url: string;
  everyMinutes: number | null;
  format: Format;
  mapping: Mapping;
  rules: RulesDraft;
  policies: Policies;
}

export const toSourceDraft = (source: ImportSource): SourceDraft => ({
  name: source.name,
  url: source.url,
  everyMinutes: source.everyMinutes,
  format: source.format,
  mapping: source.mapping,
  rules: toRulesDraft(source.rules),
  policies: source.policies,
});

export const settingsOf = ({ format, mapping, rules, policies }: SourceDraft): ImportSettingsDraft => ({
  format,
  mapping,
  rules: fromRulesDraft(rules),
  policies,
});

export const toSourceEdit = (draft: SourceDraft): SourceEdit => ({
  name: draft.name,
  url: draft.url,
  everyMinutes: draft.everyMinutes,
  ...settingsOf(draft),
});

export const isSameDraft = (one: SourceDraft, other: SourceDraft) => JSON.stringify(one) === JSON.stringify(other);
