import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Suggestion } from '#contract/search.ts';
import { Icon } from '../../components/icon.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { hrefOf, searchTextOf } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

interface SearchBoxProps {
  id: string;
  /** Where a free text is searched: all videos, or within one category. */
  action?: string;
  initialText?: string;
  takesFocus?: boolean;
  onEscape?: () => void;
}

/** Long enough for a click on a suggestion to arrive before the list goes. */
const blurDelay = 200;

/** Written by hand as the combobox pattern asks: a library's would be a third of a page's whole script. */
export function SearchBox({ id, action = '/search', initialText = '', takesFocus = false, onEscape }: SearchBoxProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const blurTimer = useRef<number>(undefined);
  const [text, setText] = useState(initialText);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { suggestions, vocabulary } = useSuggestions(text);
  const shown = open && suggestions.length > 0;

  useEffect(() => setText(initialText), [initialText]);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
    return () => clearTimeout(blurTimer.current);
  }, [takesFocus]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    setText('');
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
      if (shown) close();
      else onEscape?.();
    } else if (shown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One place more than there are suggestions: the text itself.
      const places = suggestions.length + 1;
      setActive((place) => ((place + 1 + step + places) % places) - 1);
    } else if (shown && event.key === 'Enter' && chosen) {
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
          inputMode="search"
          role="combobox"
          autoComplete="off"
          enterKeyHint="search"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          placeholder="Search here....."
          value={text}
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
      <SuggestionList id={id} shown={shown} suggestions={suggestions} active={active} text={text} onChoose={choose} />
    </search>
  );
}
