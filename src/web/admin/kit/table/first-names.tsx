const shown = 2;

/** The first 2, and how many more there are. */
export function FirstNames({ names }: { names: string[] }) {
  const more = names.length - shown;
  return (
    <span className="[overflow-wrap:anywhere]" title={names.join(', ')}>
      {names.slice(0, shown).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  );
}
