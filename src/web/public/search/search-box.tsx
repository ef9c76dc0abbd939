import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { Icon } from '../../components/icon.tsx';
import { useNavigateOnline } from '../offline-navigation.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { hrefOf, searchTextOf } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

interface SearchBoxProps {
  id: string;
  /** The page that shows the results: all videos, or those of one category. */
  action?: string;
  initialText?: string;
  focusOnMount?: boolean;
  onEscape?: () => void;
}

/** The input loses focus before the click on a suggestion arrives. */
const blurDelay = 200;

/** The ARIA combobox pattern by hand: a library's combobox would be a third of the page's JavaScript. */
export function SearchBox({
  id,
  action = '/search',
  initialText = '',
  focusOnMount = false,
  onEscape,
}: SearchBoxProps) {
  const navigate = useNavigateOnline();
  const input = useRef<HTMLInputElement>(null);
  const shownText = useRef(initialText);
  const blurTimer = useRef<number>(undefined);
  const [text, setText] = useState(initialText);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { suggestions, vocabulary } = useSuggestions(text);
  const expanded = open && suggestions.length > 0;

  useEffect(() => {
    if (!input.current) return;
    // After a navigation the new page's text is shown; what was typed before React had loaded is kept.
    if (shownText.current !== initialText) input.current.value = initialText;
    shownText.current = initialText;
    setText(input.current.value);
    // Typed before hydration: no event will open the suggestions.
    if (document.activeElement === input.current && input.current.value !== initialText) setOpen(true);
  }, [initialText]);
  useEffect(() => {
    if (focusOnMount) input.current?.focus();
    return () => clearTimeout(blurTimer.current);
  }, [focusOnMount]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    setText('');
    if (input.current) input.current.value = '';
    navigate(hrefOf(suggestion));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    close();
    const query = new URLSearchParams({ q: searchTextOf(text, vocabulary) });
    navigate(text.trim() === '' ? action : `${action}?${query}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = suggestions[active];
    if (event.key === 'Escape') {
      if (expanded) close();
      else onEscape?.();
    } else if (!expanded && event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    } else if (expanded && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // The arrow keys also stop at the text itself, at -1.
      const stops = suggestions.length + 1;
      setActive((current) => ((current + 1 + step + stops) % stops) - 1);
    } else if (expanded && event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    }
  };

  return (
    <search className="relative block">
      <form action={action} method="get" onSubmit={submit}>
        <input
          ref={input}
          id={id}
          name="q"
          type="text"
          dir="auto"
          inputMode="search"
          role="combobox"
          autoComplete="off"
          enterKeyHint="search"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={`${id}-list`}
          aria-activedescendant={expanded && active >= 0 ? `${id}-${active}` : undefined}
          placeholder="Search here....."
          defaultValue={initialText}
          onChange={(event) => {
            setText(event.target.value);
            setActive(-1);
            setOpen(event.target.value.trim() !== '');
          }}
          onFocus={() => {
            clearTimeout(blurTimer.current);
            setOpen(true);
          }}
          onBlur={() => {
            blurTimer.current = window.setTimeout(close, blurDelay);
          }}
          onKeyDown={onKeyDown}
          className="h-10 w-full rounded-full border border-line-strong bg-surface pr-11 pl-4.5 transition-colors placeholder:text-muted hover:border-muted"
        />
        <button
          type="submit"
          aria-label="Submit search"
          className="absolute top-0 right-0 grid h-10 w-11 place-items-center rounded-full text-muted hover:text-text"
        >
          <Icon name="search" size={18} />
        </button>
      </form>
      <SuggestionList
        id={id}
        expanded={expanded}
        suggestions={suggestions}
        active={active}
        text={text}
        onChoose={choose}
      />
    </search>
  );
}
