interface VersionComparisonProps<V extends object> {
  labels: { [K in keyof V]: string };
  mine: V;
  theirs: V;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

const textOf = (value: unknown) => {
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === undefined ? '' : String(value);
};

/** Shows both versions of a version conflict side by side, to choose one. */
export function VersionComparison<V extends object>(props: VersionComparisonProps<V>) {
  const { labels, mine, theirs, busy, onKeepMine, onTakeTheirs } = props;
  const rows = (Object.keys(labels) as (keyof V & string)[]).map((key) => ({
    key,
    label: labels[key],
    mine: textOf(mine[key]),
    theirs: textOf(theirs[key]),
  }));
  return (
    <div>
      <p role="alert" className="mb-4">
        Someone else has changed this in the meantime. Which version do you want to keep?
      </p>
      <table aria-label="Both versions" className="w-full table-fixed text-sm [overflow-wrap:anywhere]">
        <thead>
          <tr className="text-left text-[13px] text-muted">
            <th scope="col" className="w-[30%] py-2 pr-3 font-medium sm:w-1/5">
              Field
            </th>
            <th scope="col" className="py-2 pr-3 font-medium">
              Your version
            </th>
            <th scope="col" className="py-2 font-medium">
              Saved version
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-3 text-left font-medium text-muted">
                {row.label}
              </th>
              {(['mine', 'theirs'] as const).map((version) => (
                <td key={version} className={`py-2 pr-3 ${row.mine === row.theirs ? 'text-muted' : 'font-medium'}`}>
                  {row[version] || '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-5 flex flex-wrap justify-end gap-2.5">
        <button type="button" className="btn btn-quiet" disabled={busy} onClick={onTakeTheirs}>
          Use the saved version
        </button>
        <button type="button" className="btn btn-primary" disabled={busy} aria-busy={busy} onClick={onKeepMine}>
          Keep my version
        </button>
      </div>
    </div>
  );
}
