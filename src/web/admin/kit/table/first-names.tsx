import { labelOf, type NamedKind } from '../records/editable-names.ts';

const maxShown = 2;

/** The first two names, then '+N'. */
export function FirstNames({ kind, names: editable }: { kind: NamedKind; names: string[] }) {
  const names = editable.map((name) => labelOf(kind, name));
  const more = names.length - maxShown;
  return (
    <span className="cell-text md:min-w-24" title={names.join(', ')}>
      {/* Isolated, so that right-to-left names don't move the count. */}
      <bdi>{names.slice(0, maxShown).join(', ')}</bdi>
      {more > 0 && ` +${more}`}
    </span>
  );
}
