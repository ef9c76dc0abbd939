import { useId } from 'react';
import { limits } from '#contract/values/limits.ts';
import { TextField } from '../../kit/forms/fields.tsx';
import type { RulesDraft } from './rules-draft.ts';

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
export function PublishFields({ rules, onChange }: PublishFieldsProps) {
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
