import { importLimits } from '#contract/values/imports.ts';
import { limits } from '#contract/values/limits.ts';
import { Field, TextField } from '../../kit/forms/fields.tsx';
import { scheduleLabel, schedules } from './schedules.ts';
import type { SourceForm } from './use-source-form.ts';

/** The name of a source, and where and when its feed is fetched. */
export function PlaceFields({ draft, change }: Pick<SourceForm, 'draft' | 'change'>) {
  const options = schedules.includes(draft.everyMinutes) ? schedules : [...schedules, draft.everyMinutes];
  return (
    <div className="grid gap-4 p-4.5 md:grid-cols-2">
      <TextField
        label="Name"
        name="name"
        required
        maxLength={importLimits.sourceName}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label="Fetched"
        name="everyMinutes"
        hint={draft.url === '' ? 'Needs the URL of the feed.' : 'A feed that has not changed is not read again.'}
      >
        {(attributes) => (
          <select
            className="field"
            disabled={draft.url === ''}
            value={draft.everyMinutes ?? ''}
            onChange={({ target }) => change({ everyMinutes: target.value === '' ? null : Number(target.value) })}
            {...attributes}
          >
            {options.map((minutes) => (
              <option key={minutes} value={minutes ?? ''}>
                {scheduleLabel(minutes)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="md:col-span-2">
        <TextField
          label="URL of the feed"
          name="url"
          type="url"
          maxLength={limits.url}
          hint="Leave empty for feeds that somebody uploads."
          value={draft.url}
          onChange={({ target }) =>
            change({ url: target.value, ...(target.value === '' ? { everyMinutes: null } : {}) })
          }
        />
      </div>
    </div>
  );
}
