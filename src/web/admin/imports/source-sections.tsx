import { type ReactNode, useId, useRef } from 'react';
import type { Policies } from '#contract/import-sources.ts';
import { categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { type ImportField, importFields, maxTakeDownShare } from '#contract/values/imports.ts';
import { Icon } from '../../components/icon.tsx';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { Panel } from '../kit/screen-parts.tsx';
import { PartnerField } from '../kit/video-form/partner-field.tsx';
import { RecordFields } from '../kit/video-form/record-fields.tsx';
import { fieldLabels } from './mapping-fields.tsx';
import type { RulesDraft, SourceDraft } from './source-form.tsx';

interface PolicyFieldsProps {
  policies: Policies;
  onChange: (policies: Policies) => void;
}

/** Not the id, because it identifies the post. */
const updatable = importFields.filter((field) => field !== 'itemId' && field !== 'state');
const defaultUpdatedFields: ImportField[] = ['title', 'link', 'otherLinks', 'imageUrl', 'duration'];

function PolicyFields({ policies, onChange }: PolicyFieldsProps) {
  const { addNew, updatedFields, takeDownMissing } = policies;
  const toggle = (field: ImportField, isUpdated: boolean) =>
    onChange({
      ...policies,
      updatedFields: updatable.filter((each) => (each === field ? isUpdated : updatedFields.includes(each))),
    });
  return (
    <div className="grid gap-4 p-4.5">
      <CheckboxField
        label="Add new posts"
        name="policies.addNew"
        hint="Rows that have no post yet become new posts."
        checked={addNew}
        onChange={({ target }) => onChange({ ...policies, addNew: target.checked })}
      />
      <CheckboxField
        label="Update posts when the feed changes"
        name="policies.updatedFields"
        hint="Only the fields you choose, and never those an admin has edited since."
        checked={updatedFields.length > 0}
        onChange={({ target }) => onChange({ ...policies, updatedFields: target.checked ? defaultUpdatedFields : [] })}
      />
      {updatedFields.length > 0 && (
        <fieldset className="ml-7.5 grid grid-cols-1 gap-x-4 min-[480px]:grid-cols-2 lg:grid-cols-4">
          <legend className="sr-only">Updated fields</legend>
          {updatable.map((field) => (
            <label key={field} className="flex min-h-10 items-center gap-2.5 text-sm max-md:min-h-11">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-glow"
                checked={updatedFields.includes(field)}
                onChange={({ target }) => toggle(field, target.checked)}
              />
              {fieldLabels[field]}
            </label>
          ))}
        </fieldset>
      )}
      <CheckboxField
        label="Take down posts missing from the feed"
        name="policies.takeDownMissing"
        hint={`Deletes posts that are no longer in the feed; they can be restored for 30 days. If this affects more than ${maxTakeDownShare * 100}% of them, a main admin must confirm. Only for feeds that list everything.`}
        checked={takeDownMissing}
        onChange={({ target }) => onChange({ ...policies, takeDownMissing: target.checked })}
      />
    </div>
  );
}

interface PublishFieldsProps {
  rules: RulesDraft;
  onChange: (changes: Partial<RulesDraft>) => void;
}

const choices: Record<RulesDraft['publish'], { label: string; hint: string }> = {
  now: { label: 'Immediately', hint: 'Dated as in the feed, or now.' },
  hourly: { label: 'Gradually', hint: 'A few per hour, one after another.' },
  draft: { label: 'Not yet', hint: 'They stay drafts until someone publishes them.' },
};

const numberOf = (text: string) => Math.max(0, Math.trunc(Number(text) || 0));

function PublishFields({ rules, onChange }: PublishFieldsProps) {
  const name = useId();
  return (
    <div className="grid gap-5 p-4.5 md:grid-cols-2">
      <fieldset className="grid content-start gap-1">
        <legend className="mb-1 text-sm font-medium">Publish new posts</legend>
        {(Object.keys(choices) as RulesDraft['publish'][]).map((choice) => (
          <label key={choice} className="flex min-h-11 items-center gap-2.5 text-sm">
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0 accent-glow"
              checked={rules.publish === choice}
              onChange={() => onChange({ publish: choice })}
            />
            <span>
              <b className="font-medium">{choices[choice].label}.</b>{' '}
              <span className="text-muted">{choices[choice].hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="grid content-start gap-4">
        {rules.publish === 'hourly' && (
          <TextField
            label="Posts per hour"
            name="rules.perHour"
            type="number"
            required
            min={1}
            max={limits.imports.perHour}
            value={rules.perHour || ''}
            onChange={({ target }) => onChange({ perHour: numberOf(target.value) })}
          />
        )}
        <TextField
          label="New posts per day"
          name="rules.dailyCap"
          type="number"
          min={1}
          max={limits.imports.dailyCap}
          hint="The rest follows on later days. Leave empty for no limit."
          value={rules.dailyCap ?? ''}
          onChange={({ target }) => onChange({ dailyCap: target.value === '' ? null : numberOf(target.value) })}
        />
      </div>
    </div>
  );
}

interface RuleRowsProps<R extends object> {
  legend: string;
  hint: string;
  rows: R[];
  empty: R;
  addLabel: string;
  fieldsOf: (row: R, place: number, change: (changes: Partial<R>) => void) => ReactNode;
  onChange: (rows: R[]) => void;
}

function RuleRows<R extends object>(props: RuleRowsProps<R>) {
  const { legend, hint, rows, empty, addLabel, fieldsOf, onChange } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  const focusLast = () => group.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  const add = () => {
    onChange([...rows, empty]);
    requestAnimationFrame(focusLast);
  };
  return (
    <fieldset ref={group} className="grid content-start gap-2">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <p className="text-[13px] text-muted">{hint}</p>
      {rows.length > 0 && (
        <ul className="grid gap-2">
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their fields no state
            <li key={place} className="flex items-center gap-2">
              {fieldsOf(row, place + 1, (changes) =>
                onChange(rows.map((each, at) => (at === place ? { ...each, ...changes } : each))),
              )}
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove row ${place + 1} of ${legend}`}
                onClick={() => onChange(rows.filter((_, at) => at !== place))}
              >
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {rows.length < limits.imports.words && (
        <button type="button" className="btn btn-quiet h-10 justify-self-start px-4 text-sm max-md:h-11" onClick={add}>
          {addLabel}
        </button>
      )}
    </fieldset>
  );
}

interface RuleFieldsProps {
  rules: RulesDraft;
  onChange: (changes: Partial<RulesDraft>) => void;
}

const wordStyle = 'field h-10 min-w-0 flex-1 py-0 max-md:h-11';
const { word: maxLength } = limits.imports;

function RuleFields({ rules, onChange }: RuleFieldsProps) {
  const lines = (key: 'droppedTags' | 'addedTags' | 'titleCuts') => ({
    name: `rules.${key}`,
    rows: 3,
    value: rules[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  });
  const word = (label: string, value: string, change: (value: string) => void) => (
    <input
      type="text"
      dir="auto"
      aria-label={label}
      className={wordStyle}
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  );
  return (
    <div className="grid gap-6 p-4.5">
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        <SelectField
          label="Category"
          name="rules.category"
          options={categories}
          hint="For posts that match no word."
          value={rules.category}
          onChange={({ target }) => onChange({ category: target.value as RulesDraft['category'] })}
        />
        <PartnerField value={rules.partner} onChange={(partner) => onChange({ partner })} />
        <RuleRows
          legend="Category by word"
          hint="The first word found in the title, the tags or the feed’s own category decides."
          rows={rules.categoryWords}
          empty={{ word: '', category: rules.category }}
          addLabel="Add a word"
          onChange={(categoryWords) => onChange({ categoryWords })}
          fieldsOf={(row, place, change) => (
            <>
              {word(`Word ${place}`, row.word, (text) => change({ word: text }))}
              <select
                aria-label={`Category of word ${place}`}
                className="field h-10 w-auto py-0 max-md:h-11"
                value={row.category}
                onChange={({ target }) => change({ category: target.value as typeof row.category })}
              >
                {categories.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            </>
          )}
        />
        <RuleRows
          legend="Replaced tags"
          hint="The feed’s tag on the left becomes the tag on the right."
          rows={rules.tagReplacements}
          empty={{ from: '', to: '' }}
          addLabel="Add a replacement"
          onChange={(tagReplacements) => onChange({ tagReplacements })}
          fieldsOf={(row, place, change) => (
            <>
              {word(`Replaced tag ${place}`, row.from, (from) => change({ from }))}
              <span aria-hidden="true" className="text-muted">
                →
              </span>
              {word(`Replacement tag ${place}`, row.to, (to) => change({ to }))}
            </>
          )}
        />
        <TextAreaField label="Dropped tags" hint="One per line." {...lines('droppedTags')} />
        <TextAreaField label="Added tags" hint="One per line. Added to every post." {...lines('addedTags')} />
        <TextAreaField
          label="Cut from titles"
          hint="One phrase per line, such as a partner’s name at the end of every title."
          {...lines('titleCuts')}
        />
      </div>
      <fieldset className="grid gap-4 border-t border-line pt-5">
        <legend className="float-left text-sm font-medium">Records for posts whose row has none</legend>
        <RecordFields
          records={rules.records}
          onChange={(changes) => onChange({ records: { ...rules.records, ...changes } })}
        />
      </fieldset>
    </div>
  );
}

interface SourceSectionsProps {
  draft: SourceDraft;
  onChange: (changes: Partial<SourceDraft>) => void;
}

function CollapsedPanel({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <details className="group overflow-clip rounded-2xl border border-line bg-surface">
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-baseline gap-x-3 px-4.5 py-3.5 hover:bg-raised">
        <h2 className="text-base">{title}</h2>
        <span className="text-sm text-muted">{hint}</span>
      </summary>
      <div className="border-t border-line">{children}</div>
    </details>
  );
}

export function SourceSections({ draft, onChange }: SourceSectionsProps) {
  const changeRules = (changes: Partial<RulesDraft>) => onChange({ rules: { ...draft.rules, ...changes } });
  return (
    <>
      <Panel title="What an import may do">
        <PolicyFields policies={draft.policies} onChange={(policies) => onChange({ policies })} />
      </Panel>
      <Panel title="Publishing">
        <PublishFields rules={draft.rules} onChange={changeRules} />
      </Panel>
      <CollapsedPanel title="Rules" hint="Categories, tags, titles, network and records">
        <RuleFields rules={draft.rules} onChange={changeRules} />
      </CollapsedPanel>
    </>
  );
}
