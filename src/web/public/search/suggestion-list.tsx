import { useEffect } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { Highlight } from './highlight.tsx';

interface SuggestionListProps {
  id: string;
  expanded: boolean;
  suggestions: Suggestion[];
  active: number;
  text: string;
  onChoose: (suggestion: Suggestion) => void;
}

export function SuggestionList({ id, expanded, suggestions, active, text, onChoose }: SuggestionListProps) {
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Suggestions"
      hidden={!expanded}
      className="absolute inset-x-0 top-[46px] z-40 max-h-[200px] overflow-y-auto rounded-[14px] border border-line bg-surface p-1.5 shadow-pop"
    >
      {expanded &&
        suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps focus and handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input points at the active option
          <div
            key={`${suggestion.type} ${suggestion.text}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => onChoose(suggestion)}
            className="flex cursor-pointer items-center justify-between gap-3 rounded-[9px] px-3 py-2 hover:bg-raised aria-selected:bg-accent-soft"
          >
            <span dir="auto" className="truncate">
              <Highlight text={suggestion.text} part={text.trim()} />
            </span>
            <span className="text-[13px] text-muted">{suggestion.type === 'tag' ? 'tag' : 'performer'}</span>
          </div>
        ))}
    </div>
  );
}
