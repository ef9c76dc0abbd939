import type { Rules } from '#contract/import-settings.ts';
import type { ImportSourceRecord } from '#contract/import-sources.ts';
import type { ImportRules } from '#contract/values/imports.ts';
import type { SourceFigures } from '#domain/imports/source-figures.ts';
import type { ImportSource } from '#domain/imports/sources.ts';

const toRules = ({ partnerId, ...rules }: ImportRules): Rules => ({
  ...rules,
  partner: partnerId === null ? null : String(partnerId),
});

const trimmed = (words: string[]) => [...new Set(words.map((word) => word.trim()))];

export const fromRules = ({ partner, records, ...rules }: Rules): ImportRules => {
  const filled = Object.entries(records).filter(([, text]) => text !== null && text !== '');
  return {
    ...rules,
    droppedTags: trimmed(rules.droppedTags),
    addedTags: trimmed(rules.addedTags),
    titleCuts: trimmed(rules.titleCuts),
    records: Object.fromEntries(filled),
    partnerId: partner === null ? null : Number(partner),
  };
};

export const toImportSourceRecord = (source: ImportSource, figures: SourceFigures | undefined): ImportSourceRecord => {
  const {
    id,
    name,
    url,
    everyMinutes,
    settings,
    version,
    nextFetchAt,
    lastError,
    fetchedAt,
    isFetching,
    isUnchanged,
    hasLogin,
  } = source;
  const { format, mapping, rules, policies } = settings;
  const last = figures?.lastImport;
  return {
    _id: String(id),
    name,
    url: url ?? '',
    everyMinutes,
    format,
    mapping,
    rules: toRules(rules),
    policies,
    version,
    posts: figures?.posts ?? 0,
    lastImport: last ? { _id: String(last.id), state: last.state, createdAt: last.createdAt.toISOString() } : null,
    nextFetchAt: nextFetchAt?.toISOString() ?? null,
    problem: lastError,
    isFetching,
    fetchedAt: fetchedAt?.toISOString() ?? null,
    isUnchanged,
    hasLogin,
  };
};
