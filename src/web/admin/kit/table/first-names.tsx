const maxShown = 2;

/** The first two names, then '+N'. */
export function FirstNames({ names }: { names: string[] }) {
  const more = names.length - maxShown;
  return (
    <span className="[overflow-wrap:anywhere]" title={names.join(', ')}>
      {names.slice(0, maxShown).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  );
}
