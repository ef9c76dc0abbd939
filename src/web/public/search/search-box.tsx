import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Suggestion } from '#contract/search.ts';
import { suggestionLimits } from '#contract/values/lists.ts';
import { fold } from '#contract/values/text.ts';
import { abortableClient } from '../../browser-client.ts';
import { browserStore } from '../../components/browser-store.ts';
import { Icon } from '../../components/icon.tsx';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import { historyEnabled } from '../favourites/stores.ts';
import { useNavigateOnline } from '../offline-navigation.tsx';
import type { OptionList } from './option-list.tsx';
import { loadVocabulary, searchTextOf, suggestionHref, suggestionsFor, type Vocabulary } from './suggestions.ts';

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

/** Newest first. Never sent to the server. */
const recentSearches = browserStore<string[]>('recent-searches', []);

const maxSearches = 8;
/** Longer texts, probably pasted by mistake, would fill the storage. */
const maxLength = 200;

const without = (searches: string[], text: string) => searches.filter((other) => fold(other) !== fold(text));

/** localStorage may contain anything. */
const valid = (searches: unknown): string[] =>
  Array.isArray(searches) ? searches.filter((search) => typeof search === 'string').slice(0, maxSearches) : [];

/** A search is remembered when its results are shown. One that leads to the hotlines loads a document and is lost. */
let pendingSearch: string | undefined;

/** Visitors who turn history off don't want searches remembered either. */
const rememberPendingSearch = () => {
  const text = pendingSearch?.trim() ?? '';
  pendingSearch = undefined;
  if (text === '' || text.length > maxLength || !historyEnabled.read()) return;
  recentSearches.write([text, ...without(valid(recentSearches.read()), text)].slice(0, maxSearches));
};

let loaded: typeof OptionList | undefined;

/** Loads the list under the box when it is first opened. The box works without it. */
const useOptionList = (open: boolean) => {
  const [list, setList] = useState<{ component: typeof OptionList } | undefined>(loaded && { component: loaded });
  useEffect(() => {
    if (!open || list) return;
    import('./option-list.tsx').then(
      (module) => {
        loaded = module.OptionList;
        setList({ component: module.OptionList });
      },
      (error: unknown) => console.warn(error),
    );
  }, [open, list]);
  return list?.component;
};

const debounceMs = 150;

/** Suggests from the loaded names at once; the server adds rare and misspelt names, portraits and titles. */
const useSuggestions = (text: string, isOpen: boolean) => {
  const [vocabulary, setVocabulary] = useState<Vocabulary>({ tags: [], performers: [] });

  useEffect(() => {
    let mounted = true;
    loadVocabulary().then((names) => mounted && setVocabulary(names));
    return () => {
      mounted = false;
    };
  }, []);

  const typed = text.trim();
  const remote = useDebouncedFetch(isOpen ? typed : '', debounceMs, (signal) =>
    abortableClient(signal).suggest({ query: { q: typed.slice(0, suggestionLimits.text) } }),
  );
  const answered = remote && { typed: remote.key, suggestions: remote.result.suggestions };
  return { suggestions: isOpen ? suggestionsFor(typed, vocabulary, answered) : [], vocabulary };
};

interface SearchBoxProps {
  id: string;
  /** Path of the page that shows the results: the search page, or a category. */
  action?: string;
  initialText?: string;
  focusOnMount?: boolean;
  onEscape?: () => void;
}

/** The input loses focus before the click event of a suggestion fires. */
const blurDelay = 200;

/** A hand-written ARIA combobox: a library's would be a third of the page's JavaScript. */
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
  const options = boxOptions(text, suggestions, valid(recentSearches.use()));
  const OptionList = useOptionList(open);
  const expanded = open && options.length > 0 && OptionList !== undefined;

  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: run after each navigation
  useEffect(rememberPendingSearch, [key]);
  useEffect(() => {
    if (!input.current) return;
    // After a navigation, show the new page's text. On the first run, keep what was typed before hydration.
    if (shownText.current !== initialText) input.current.value = initialText;
    shownText.current = initialText;
    setText(input.current.value);
    // For text typed before hydration, no event will open the suggestions.
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
    recentSearches.write(without(valid(recentSearches.read()), search));
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
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, it uses these keys itself.
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
      // -1 is the text itself, where the arrow keys stop, too.
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
          // For a click while the box already has focus.
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
