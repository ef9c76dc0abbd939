import type { TokenScope } from '#contract/values/token-scopes.ts';

const scopes: [TokenScope, string, string][] = [
  ['read', 'Read', 'Lists and exports of the back-office, also of cases and the audit log.'],
  ['posts', 'Posts', 'Add, change and delete posts, and upload pictures.'],
  ['import', 'Import', 'Send feeds, and run imports.'],
];

export function ScopeFields() {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">What it may do</legend>
      {scopes.map(([value, label, hint]) => (
        <label key={value} className="flex min-h-11 items-start gap-2.5 py-1 text-sm">
          <input type="checkbox" name="scopes" value={value} className="mt-0.5 size-5 shrink-0 accent-glow" />
          <span>
            <span className="block font-medium">{label}</span>
            <span className="text-[13px] text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
