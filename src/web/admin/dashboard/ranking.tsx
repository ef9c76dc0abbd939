import type { ReactNode } from 'react';
import { shortCount } from '../kit/format/counts.ts';

interface RankingProps {
  items: { key: string; count: number; content: ReactNode }[];
}

export function Ranking({ items }: RankingProps) {
  if (items.length === 0) return <p className="px-4.5 py-6 text-muted">No views yet.</p>;
  return (
    <ol className="py-1.5">
      {items.map(({ key, count, content }, index) => (
        <li key={key} className="flex items-baseline gap-3 px-4.5 py-1.5 text-sm">
          <span className="w-5 shrink-0 text-right text-muted tabular-nums">{index + 1}</span>
          <span className="min-w-0 flex-1 truncate">{content}</span>
          <span className="text-muted tabular-nums">{shortCount(count)}</span>
        </li>
      ))}
    </ol>
  );
}
