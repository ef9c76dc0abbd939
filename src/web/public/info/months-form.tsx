interface MonthsFormProps {
  action: string;
  from: string;
  to: string;
}

/** Browsers without a field for months show a text field. */
function Month({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="grid gap-1 text-[13px] text-muted">
      {label}
      <input
        key={value}
        type="month"
        name={name}
        required
        defaultValue={value}
        pattern="20[0-9]{2}-(0[1-9]|1[0-2])"
        placeholder="2026-11"
        className="field h-11 w-auto py-0 text-text"
      />
    </label>
  );
}

/** Chooses a period. It works without JavaScript. */
export function MonthsForm({ action, from, to }: MonthsFormProps) {
  return (
    <form action={action} aria-label="Period" className="my-6 flex flex-wrap items-end gap-3">
      <Month label="From" name="from" value={from} />
      <Month label="To" name="to" value={to} />
      <button type="submit" className="btn btn-quiet">
        Show
      </button>
    </form>
  );
}
