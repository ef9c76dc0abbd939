import { labelOf, type NamedKind } from '../records/editable-names.ts';

const maxShown = 2;

/** The first two names, then '+N'. */
export function FirstNames({ kind, names: editable }: { kind: NamedKind; names: string[] }) {
  const names = editable.map((name) => labelOf(kind, name));
  const more = names.length - maxShown;
  return (
    <span dir="auto" className="[overflow-wrap:anywhere]" title={names.join(', ')}>
      {names.slice(0, maxShown).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  );
}
