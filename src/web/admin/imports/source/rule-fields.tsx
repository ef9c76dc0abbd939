import { categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import { SelectField, TextAreaField } from '../../kit/forms/fields.tsx';
import { PartnerField } from '../../kit/video-form/partner-field.tsx';
import { RecordFields } from '../../kit/video-form/record-fields.tsx';
import type { RulesDraft } from './rules-draft.ts';
import { WordRows } from './word-rows.tsx';

interface RuleFieldsProps {
  rules: RulesDraft;
  onChange: (changes: Partial<RulesDraft>) => void;
}

const wordStyle = 'field h-10 min-w-0 flex-1 py-0 max-md:h-11';
const { word: maxLength } = limits.imports;

/** What is made of the posts of a source. */
export function RuleFields({ rules, onChange }: RuleFieldsProps) {
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
