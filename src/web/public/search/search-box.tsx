import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Suggestion } from '#contract/search.ts';
import { fold } from '#contract/values/text.ts';
import { browserStore } from '../../components/browser-store.ts';
import { Icon } from '../../components/icon.tsx';
import { textsIn } from '../favourites/stored-values.ts';
import { historyEnabled } from '../favourites/stores.ts';
import { useNavigateOnline } from '../offline-navigation.tsx';
import { comboboxProps, useCombobox, useOptionList, useSuggestions } from './combobox.ts';
import { searchTextOf, suggestionHref } from './suggestions.ts';

export type BoxOption =
  | { kind: Suggestion['type']; suggestion: Suggestion }
  | { kind: 'search'; text: string }
  | { kind: 'recent'; text: string }
  | { kind: 'clear' };

/** The list under the box: suggestions and a search for the text, or the recent searches if the box is empty. */
const boxOptions = (text: string, suggestions: Suggestion[], recent: string[]): BoxOption[] => {
  if (text.trim() !== '')
    return [
      ...suggestions.map((suggestion) => ({ kind: suggestion.type, suggestion })),
      { kind: 'search', text: text.trim() },
    ];
  if (recent.length === 0) return [];
  return [...recent.map((search) => ({ kind: 'recent' as const, text: search })), { kind: 'clear' }];
};

const maxSearches = 8;

/** Newest first. Never sent to the server. */
const recentSearches = browserStore('recent-searches', (stored) => textsIn(stored).slice(0, maxSearches));

/** Longer texts, probably pasted by mistake, would fill the storage. */
const maxLength = 200;

const without = (searches: string[], text: string) => searches.filter((other) => fold(other) !== fold(text));

/** A search is remembered when its results are shown. One that leads to the hotlines loads a document and is lost. */
let pendingSearch: string | undefined;

/** Visitors who turn history off don't want searches remembered either. */
const rememberPendingSearch = () => {
  const text = pendingSearch?.trim() ?? '';
  pendingSearch = undefined;
  if (text === '' || text.length > maxLength || !historyEnabled.read()) return;
  recentSearches.write([text, ...without(recentSearches.read(), text)].slice(0, maxSearches));
};

interface SearchBoxProps {
  id: string;
  /** Path of the page that shows the results: the search page, or a category. */
  action?: string;
  initialText?: string;
  focusOnMount?: boolean;
  onEscape?: () => void;
}

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
  const [text, setText] = useState(initialText);
  const box = useCombobox();
  const { isOpen, active, setActive, open, close } = box;
  const { suggestions, vocabulary } = useSuggestions(text, isOpen);
  const options = boxOptions(text, suggestions, recentSearches.use());
  const OptionList = useOptionList(isOpen);
  const expanded = isOpen && options.length > 0 && OptionList !== undefined;

  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: run after each navigation
  useEffect(rememberPendingSearch, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` differs in each render
  useEffect(() => {
    if (!input.current) return;
    // After a navigation, show the new page's text. On the first run, keep what was typed before hydration.
    if (shownText.current !== initialText) input.current.value = initialText;
    shownText.current = initialText;
    setText(input.current.value);
    // For text typed before hydration, no event will open the suggestions.
    if (document.activeElement === input.current && input.current.value !== initialText) open();
  }, [initialText]);
  useEffect(() => {
    if (focusOnMount) input.current?.focus();
  }, [focusOnMount]);

  const fill = (value: string) => {
    setText(value);
    if (input.current) input.current.value = value;
  };
  const searchFor = (search: string) => {
    close();
    pendingSearch = search;
    const query = new URLSearchParams({ q: searchTextOf(search, vocabulary) });
    navigate(search.trim() === '' ? action : `${action}?${query}`);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    searchFor(text);
  };
  const forget = (search: string) => {
    recentSearches.write(without(recentSearches.read(), search));
    setActive(-1);
  };
  const choose = (option: BoxOption) => {
    if (option.kind === 'clear') {
      recentSearches.write([]);
      close();
    } else if (option.kind === 'recent' || option.kind === 'search') {
      fill(option.text);
      searchFor(option.text);
    } else {
      close();
      fill('');
      navigate(suggestionHref(option.suggestion));
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
          enterKeyHint="search"
          aria-label="Search"
          {...comboboxProps(box, {
            id,
            options,
            expanded,
            onChoose: choose,
            onEscape,
            onDelete: (option) => option.kind === 'recent' && forget(option.text),
          })}
          placeholder="Search here....."
          defaultValue={initialText}
          onChange={(event) => {
            setText(event.target.value);
            setActive(-1);
            open();
          }}
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
