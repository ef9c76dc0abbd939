import { plural } from '../../components/format/plural.ts';
import type { AddedList } from './stay-down-list.ts';

/** The lines of a file that are no hashes. */
export function BadLines({ bad, badLines }: Pick<AddedList, 'bad' | 'badLines'>) {
  return (
    <div role="alert">
      <p className="text-sm text-danger">
        {plural(bad, 'line')} {bad === 1 ? 'is' : 'are'} no hash of 16 hexadecimal digits. Nothing was loaded.
      </p>
      <ul aria-label="Lines that are wrong" className="mt-3 max-h-60 overflow-y-auto rounded-xl border border-line">
        {badLines.map(({ line, text }) => (
          <li key={line} className="border-b border-line px-3 py-2 text-sm last:border-0 [overflow-wrap:anywhere]">
            <span className="font-medium tabular-nums">Line {line}:</span> <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {bad > badLines.length && (
        <p className="mt-2 text-[13px] text-muted">These are the first {badLines.length} of them.</p>
      )}
    </div>
  );
}
