import { useRef, useState } from 'react';
import type { Format, ImportSourceRecord, Mapping, Policies, Rules } from '#contract/import-sources.ts';
import { importFields } from '#contract/values/imports.ts';
import type { RecordPart } from '#contract/values/post-fields.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { VersionComparison } from '../kit/dialogs/version-comparison.tsx';
import { type KeptDraft, useKeptDraft } from '../kit/drafts.ts';
import { useSubmit } from '../kit/forms/form.tsx';
import { useUnsavedGuard } from '../kit/forms/unsaved-guard.ts';
import { Problem } from '../kit/screen-parts.tsx';
import { isConflict } from '../kit/session/failure.ts';
import {
  type ImportSettingsDraft,
  type ImportSource,
  type SourceEdit,
  sourceFromWire,
  updateSource,
} from './import-calls.ts';
import { fieldLabels } from './mapping-fields.tsx';

/** Rules as the form edits them. Lists of words are texts with a word per line, so that a new line can be empty. */
export interface RulesDraft extends Omit<Rules, 'droppedTags' | 'addedTags' | 'titleCuts' | 'records' | 'partner'> {
  droppedTags: string;
  addedTags: string;
  titleCuts: string;
  records: Record<RecordPart, string>;
  partner: string;
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const toRulesDraft = (rules: Rules): RulesDraft => ({
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

/** Leaves out incomplete rows. */
const fromRulesDraft = (draft: RulesDraft): Rules => {
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

const toSourceEdit = (draft: SourceDraft): SourceEdit => ({
  name: draft.name,
  url: draft.url,
  everyMinutes: draft.everyMinutes,
  ...settingsOf(draft),
});

const isSameDraft = (one: SourceDraft, other: SourceDraft) => JSON.stringify(one) === JSON.stringify(other);

interface SourceFormOptions {
  source: ImportSource;
  /** What the form starts with if not the saved source: a guessed format and mapping. */
  initial?: SourceDraft | undefined;
  onSaved: (source: ImportSource) => Promise<unknown>;
}

/** Edits a source: keeps a draft of what is typed, saves with the expected version, and handles conflicts. */
export const useSourceForm = ({ source, initial, onSaved }: SourceFormOptions) => {
  const kept = useKeptDraft<SourceDraft>('import-source', source);
  const [draft, setDraft] = useState(() => initial ?? toSourceDraft(source));
  /** The latest draft, for changes that arrive after this render. */
  const current = useRef(draft);
  current.current = draft;
  const [saved, setSaved] = useState(draft);
  /** The version after the last save from this form. */
  const [version, setVersion] = useState<number>();
  const [theirs, setTheirs] = useState<ImportSource>();
  const form = useSubmit('The source could not be saved.', 'name');
  const isEdited = !isSameDraft(draft, saved);
  useUnsavedGuard(isEdited, kept.drop);

  const change = (changes: Partial<SourceDraft>) => {
    const next = { ...current.current, ...changes };
    current.current = next;
    setDraft(next);
    if (isSameDraft(next, saved)) kept.drop();
    else kept.keep(next);
  };
  const send = async (expectedVersion: number) => {
    try {
      const answer = await updateSource({ id: source.id, version: expectedVersion }, toSourceEdit(draft));
      kept.drop();
      setSaved(draft);
      setVersion(answer.version);
      setTheirs(undefined);
      await onSaved(answer);
    } catch (error) {
      if (!isConflict(error) || !error.current) throw error;
      setTheirs(sourceFromWire(error.current as ImportSourceRecord));
    }
  };
  return {
    ...form,
    kept,
    draft,
    isEdited,
    change,
    /** Drops the draft, because the source or feed is being discarded. */
    forget: () => {
      kept.drop();
      setSaved(draft);
    },
    continueDraft: (offered: KeptDraft<SourceDraft>) => {
      const continued = kept.take(offered);
      setDraft(continued);
      return continued;
    },
    save: () => form.submit(() => send(version ?? kept.version ?? source.version)),
    theirs,
    keepMine: () => theirs && form.submit(() => send(theirs.version)),
    takeTheirs: () => {
      if (!theirs) return;
      const next = toSourceDraft(theirs);
      kept.drop();
      setDraft(next);
      setSaved(next);
      setVersion(theirs.version);
      setTheirs(undefined);
    },
    closeConflict: () => setTheirs(undefined),
  };
};

export type SourceForm = ReturnType<typeof useSourceForm>;

/** Intervals in minutes; null for fetching on request only. */
export const schedules: readonly (number | null)[] = [null, 15, 30, 60, 180, 360, 720, 1440, 10_080];

const every = (count: number, unit: string) => (count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`);

export const scheduleLabel = (minutes: number | null) => {
  if (minutes === null) return 'Only on request';
  if (minutes % 10_080 === 0) return every(minutes / 10_080, 'week');
  if (minutes % 1440 === 0) return every(minutes / 1440, 'day');
  return minutes % 60 === 0 ? every(minutes / 60, 'hour') : every(minutes, 'minute');
};

const sourceLabels = {
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
  const when = { now: 'immediately', draft: 'as drafts', hourly: `${perHour} an hour` }[publish];
  return dailyCap === null ? when : `${when}, ${dailyCap} a day at most`;
};

/** Readable values for comparing two versions of a source. */
const sourceTexts = ({ rules, policies, ...draft }: SourceDraft): typeof sourceLabels => ({
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
    policies.takeDownMissing && 'take down missing posts',
  ]),
});

/** Shown when two admins have changed the source: compares both versions. */
export function SourceConflict({ form }: { form: SourceForm }) {
  const { theirs, draft, busy, problem } = form;
  if (!theirs) return null;
  return (
    <FormDialog open size="wide" title={theirs.name} unsaved={false} onClose={form.closeConflict}>
      <Problem message={problem} />
      <VersionComparison
        labels={sourceLabels}
        mine={sourceTexts(draft)}
        theirs={sourceTexts(toSourceDraft(theirs))}
        busy={busy}
        onKeepMine={() => void form.keepMine()}
        onTakeTheirs={form.takeTheirs}
      />
    </FormDialog>
  );
}
