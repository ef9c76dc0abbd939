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

/** The id tells which post a row is about, so it cannot change. */
const updatable = importFields.filter((field) => field !== 'itemId' && field !== 'state');
const usual: ImportField[] = ['title', 'link', 'otherLinks', 'imageUrl', 'duration'];

/** What an import may do to the posts of a source: each is its own tick. */
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
        hint="Rows that are not here yet become posts."
        checked={addNew}
        onChange={({ target }) => onChange({ ...policies, addNew: target.checked })}
      />
      <CheckboxField
        label="Update posts when the feed changes"
        name="policies.updatedFields"
        hint="Only the fields that you choose, and never what an admin has changed by hand since."
        checked={updatedFields.length > 0}
        onChange={({ target }) => onChange({ ...policies, updatedFields: target.checked ? usual : [] })}
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
        label="Take down what left the feed"
        name="policies.takeDownMissing"
        hint={`Posts of this source that its feed no longer has are deleted, and can be restored for 30 days. More than ${maxTakeDownShare * 100} % at once wait for a main admin. Only for feeds that list everything.`}
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
  now: { label: 'At once', hint: 'With the time that the feed gives, or now.' },
  hourly: { label: 'Some an hour', hint: 'They are scheduled one after the other.' },
  draft: { label: 'Not at all', hint: 'They are drafts until somebody publishes them.' },
};

const numberOf = (text: string) => Math.max(0, Math.trunc(Number(text) || 0));

/** When new posts become visible, and how many a day. */
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
            label="Posts an hour"
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
          label="New posts a day"
          name="rules.dailyCap"
          type="number"
          min={1}
          max={limits.imports.dailyCap}
          hint="The rest goes in on the following days. Leave empty for any number."
          value={rules.dailyCap ?? ''}
          onChange={({ target }) => onChange({ dailyCap: target.value === '' ? null : numberOf(target.value) })}
        />
      </div>
    </div>
  );
}

interface WordRowsProps<R extends object> {
  legend: string;
  hint: string;
  rows: R[];
  empty: R;
  addLabel: string;
  /** The controls of a row. */
  fieldsOf: (row: R, place: number, change: (changes: Partial<R>) => void) => ReactNode;
  onChange: (rows: R[]) => void;
}

/** A list of rules, each with its own row. */
function WordRows<R extends object>(props: WordRowsProps<R>) {
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name, and its fields have no state of their own
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

/** What is made of the posts of a source. */
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
          hint="Of posts that no word decides."
          value={rules.category}
          onChange={({ target }) => onChange({ category: target.value as RulesDraft['category'] })}
        />
        <PartnerField value={rules.partner} onChange={(partner) => onChange({ partner })} />
        <WordRows
          legend="Category by word"
          hint="The first word that stands in the title, the tags or the feed’s own category decides."
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
        <WordRows
          legend="Replaced tags"
          hint="The feed’s own word on the left becomes the tag on the right."
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
              {word(`Tag instead of it ${place}`, row.to, (to) => change({ to }))}
            </>
          )}
        />
        <TextAreaField label="Dropped tags" hint="One per line." {...lines('droppedTags')} />
        <TextAreaField label="Added tags" hint="One per line. Every post gets them." {...lines('addedTags')} />
        <TextAreaField
          label="Cut from titles"
          hint="One phrase per line, such as the name of the partner at the end of each title."
          {...lines('titleCuts')}
        />
      </div>
      <fieldset className="grid gap-4 border-t border-line pt-5">
        <legend className="float-left text-sm font-medium">Records of posts whose row has none</legend>
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

function Folded({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
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

/** Policies, publishing and rules of a source. */
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
      <Folded title="Rules" hint="Categories, tags, titles, network and records">
        <RuleFields rules={draft.rules} onChange={changeRules} />
      </Folded>
    </>
  );
}
