interface NamesFormProps {
  path: string;
  /** What stays as it is. */
  query: Record<string, string>;
}

const fields = [
  ['with', 'Tags or performers to include'],
  ['without', 'Tags or performers to leave out'],
] as const;

/** For names that are not among the links. A parameter that comes twice is read as one list. */
export function NamesForm({ path, query }: NamesFormProps) {
  return (
    <form action={path} method="get">
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(([name, label]) => (
        <label key={name}>
          {label}
          <input
            name={name}
            dir="auto"
            maxLength={200}
            autoComplete="off"
            placeholder="one, another"
            className="field"
          />
        </label>
      ))}
      <button type="submit" className="btn btn-quiet">
        Apply
      </button>
    </form>
  );
}
