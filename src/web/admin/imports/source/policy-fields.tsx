import type { Policies } from '#contract/import-settings.ts';
import { type ImportField, importFields, maxTakeDownShare } from '#contract/values/imports.ts';
import { CheckboxField } from '../../kit/forms/fields.tsx';
import { fieldLabels } from '../mapping/field-words.ts';

interface PolicyFieldsProps {
  policies: Policies;
  onChange: (policies: Policies) => void;
}

/** The id tells which post a row is about, so it cannot change. */
const updatable = importFields.filter((field) => field !== 'itemId' && field !== 'state');
const usual: ImportField[] = ['title', 'link', 'otherLinks', 'imageUrl', 'duration'];

/** What an import may do to the posts of a source: each is its own tick. */
export function PolicyFields({ policies, onChange }: PolicyFieldsProps) {
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
