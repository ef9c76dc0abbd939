import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { useNavigateOnline } from '../offline-navigation.ts';
import { type BoxOption, boxOptions } from './box-options.ts';
import { forgetSearch, forgetSearches, rememberIfFound, rememberSearch, useRecentSearches } from './recent-searches.ts';
import { hrefOf, searchTextOf } from './suggestions.ts';
import { useOptionList } from './use-option-list.ts';
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
  const { suggestions, vocabulary } = useSuggestions(text, open);
  const options = boxOptions(text, suggestions, useRecentSearches());
  const OptionList = useOptionList(open);
  const expanded = open && options.length > 0 && OptionList !== undefined;

  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page has changed
  useEffect(rememberSearch, [key]);
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
  const fill = (value: string) => {
    setText(value);
    if (input.current) input.current.value = value;
  };
  const searchFor = (wanted: string) => {
    close();
    rememberIfFound(wanted);
    const query = new URLSearchParams({ q: searchTextOf(wanted, vocabulary) });
    navigate(wanted.trim() === '' ? action : `${action}?${query}`);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    searchFor(text);
  };
  const forget = (search: string) => {
    forgetSearch(search);
    setActive(-1);
  };
  const choose = (option: BoxOption) => {
    if (option.kind === 'clear') {
      forgetSearches();
      close();
    } else if (option.kind === 'recent' || option.kind === 'search') {
      fill(option.text);
      searchFor(option.text);
    } else {
      close();
      fill('');
      navigate(hrefOf(option.suggestion));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys belong to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return;
    const chosen = expanded ? options[active] : undefined;
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
      const stops = options.length + 1;
      setActive((current) => ((current + 1 + step + stops) % stops) - 1);
    } else if (chosen && event.key === 'Enter') {
      event.preventDefault();
      choose(chosen);
    } else if (chosen?.kind === 'recent' && event.key === 'Delete') {
      event.preventDefault();
      forget(chosen.text);
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
            setOpen(true);
          }}
          onFocus={() => {
            clearTimeout(blurTimer.current);
            setOpen(true);
          }}
          // A press on a box that still has the focus.
          onClick={() => setOpen(true)}
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
      {OptionList && (
        <OptionList
          id={id}
          expanded={expanded}
          options={options}
          active={active}
          text={text}
          onChoose={choose}
          onForget={forget}
        />
      )}
    </search>
  );
}
