import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { suggestionLimits } from '#contract/values/lists.ts';
import { abortableClient } from '../../browser-client.ts';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import type { OptionList } from './option-list.tsx';
import { loadVocabulary, suggestionsFor, type Vocabulary } from './suggestions.ts';

/** The input loses focus before the click event of an option fires. */
const blurDelay = 200;

/** Whether the list under an input is open, and its active option: -1 is the text itself. */
export const useCombobox = () => {
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const blurTimer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(blurTimer.current), []);
  const open = () => {
    clearTimeout(blurTimer.current);
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const closeSoon = () => {
    blurTimer.current = window.setTimeout(close, blurDelay);
  };
  return { isOpen, active, setActive, open, close, closeSoon };
};

interface ComboboxOptions<Option> {
  id: string;
  options: Option[];
  expanded: boolean;
  onChoose: (option: Option) => void;
  /** Escape while the list is closed. */
  onEscape?: (() => void) | undefined;
  onDelete?: (option: Option) => void;
}

/** A hand-written ARIA combobox: a library's would be a third of the page's JavaScript. */
export const comboboxProps = <Option>(
  { active, setActive, open, close, closeSoon }: ReturnType<typeof useCombobox>,
  { id, options, expanded, onChoose, onEscape, onDelete }: ComboboxOptions<Option>,
) => ({
  role: 'combobox',
  autoComplete: 'off',
  'aria-autocomplete': 'list' as const,
  'aria-expanded': expanded,
  'aria-controls': `${id}-list`,
  'aria-activedescendant': expanded && active >= 0 ? `${id}-${active}` : undefined,
  onFocus: open,
  // For a click while the box already has focus.
  onClick: open,
  onBlur: closeSoon,
  onKeyDown: (event: KeyboardEvent) => {
    // While an input method composes a word, it uses these keys itself.
    if (event.nativeEvent.isComposing) return;
    const chosen = expanded ? options[active] : undefined;
    if (event.key === 'Escape') {
      // A dialog around the input stays open.
      if (expanded) event.preventDefault();
      if (expanded) close();
      else onEscape?.();
    } else if (!expanded && event.key === 'ArrowDown') {
      event.preventDefault();
      open();
    } else if (expanded && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // The arrow keys stop at the text itself, too.
      const stops = options.length + 1;
      setActive((current) => ((current + 1 + step + stops) % stops) - 1);
    } else if (chosen && event.key === 'Enter') {
      event.preventDefault();
      onChoose(chosen);
    } else if (chosen && onDelete && event.key === 'Delete') {
      onDelete(chosen);
    }
  },
});

let loaded: typeof OptionList | undefined;

/** Loads the list under the box when it is first opened. The box works without it. */
export const useOptionList = (open: boolean) => {
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
export const useSuggestions = (text: string, isOpen: boolean) => {
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
