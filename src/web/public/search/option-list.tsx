import { type ReactNode, useEffect } from 'react';
import type { BoxOption } from './box-options.ts';
import { OptionRow } from './option-row.tsx';

interface OptionListProps {
  id: string;
  expanded: boolean;
  options: BoxOption[];
  active: number;
  text: string;
  onChoose: (option: BoxOption) => void;
  onForget: (search: string) => void;
}

const groups = [
  { kind: 'tag', label: 'Tags' },
  { kind: 'star', label: 'Performers' },
  { kind: 'video', label: 'Videos' },
  { kind: 'recent', label: 'Recent searches' },
] as const;

const keyOf = (option: BoxOption) =>
  'suggestion' in option ? option.suggestion.slug : 'text' in option ? option.text : '';

export function OptionList({ id, expanded, options, active, text, onChoose, onForget }: OptionListProps) {
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const rowsOf = (kind: BoxOption['kind']): ReactNode[] =>
    options.flatMap((option, index) =>
      option.kind === kind
        ? [
            <OptionRow
              key={keyOf(option)}
              id={`${id}-${index}`}
              option={option}
              isActive={index === active}
              typed={text.trim()}
              onChoose={() => onChoose(option)}
              onForget={onForget}
            />,
          ]
        : [],
    );

  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Suggestions"
      hidden={!expanded}
      // Keeps the focus, and a phone's keyboard, where it is.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-[46px] z-40 max-h-[200px] overflow-y-auto overscroll-contain rounded-[14px] border border-line bg-surface p-1.5 shadow-pop"
    >
      {expanded &&
        groups.map(({ kind, label }) => {
          const rows = rowsOf(kind);
          if (rows.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
            <div key={kind} role="group" aria-label={label}>
              {rows}
            </div>
          );
        })}
      {expanded && rowsOf('search')}
      {expanded && rowsOf('clear')}
    </div>
  );
}
