import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { limits } from '#contract/values/fields.ts';
import { slugOf } from '#contract/values/names.ts';
import { Icon } from '../../../components/icon.tsx';
import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { fullCount } from '../format.ts';
import { editableNames, labelOf, type NamedKind } from '../records/editable-names.ts';
import { adminClient } from '../session/admin-client.ts';
import { Badge } from '../table/badge.tsx';
import { Field } from './fields.tsx';

interface NameLimits {
  maxNames: number;
  maxLength: number;
}

const separator = /[,;\n\r]/;

/** Splits the input into names that can be added, and the rest that is too long or too many. */
const enteredNames = (text: string, chosen: string[], { maxNames, maxLength }: NameLimits) => {
  const entered = text.split(separator).map((name) => name.trim());
  const added = [...new Set(entered)].filter((name) => name !== '' && !chosen.includes(name));
  const short = added.filter(({ length }) => length <= maxLength);
  const room = Math.max(maxNames - chosen.length, 0);
  const fitting = short.slice(0, room);
  return { fitting, rest: added.filter((name) => !fitting.includes(name)).join(', ') };
};

/** Explains why the input can't be added. */
const noteOn = (text: string, chosen: string[], { maxNames, maxLength }: NameLimits) => {
  const tooLong = text.split(separator).find((name) => name.trim().length > maxLength);
  if (tooLong !== undefined)
    return `${fullCount(tooLong.trim().length)} of ${fullCount(maxLength)} characters: shorten it.`;
  return chosen.length >= maxNames ? `At most ${maxNames}. Remove one to add another.` : undefined;
};

const maxSuggestions = 10;
const debounceMs = 150;

const namesLike = async (kind: NamedKind, search: string, limit: number) => {
  if (kind === 'tag') {
    const { tags, tagNames } = await adminClient.getTags({ query: { search, limit, use: 'all' } });
    return editableNames(tags, tagNames);
  }
  const { pornstars, starNames } = await adminClient.getPornstars({
    query: { search, limit, sort: 'count', use: 'all' },
  });
  return editableNames(
    pornstars.map(({ name }) => name),
    starNames,
  );
};

/** Whether two spellings are one name. */
const isSameName = (one: string, other: string) => slugOf(one) === slugOf(other);

/**
 * Existing names that match the text, except those already chosen; the name that was typed in full comes first. Until
 * the response for the text arrives, those of the last response that contain it.
 */
export const useNameSuggestions = (kind: NamedKind, text: string, chosen: string[]) => {
  const search = text.trim();
  // Chosen names are filtered out below, so request that many more.
  const limit = maxSuggestions + chosen.length;
  const key = search && `${search} ${limit}`;
  const found = useDebouncedFetch(key, debounceMs, () => namesLike(kind, search, limit));
  const matches = (name: string) =>
    found?.key === key || labelOf(kind, name).toLowerCase().includes(search.toLowerCase());
  const names = (found?.result ?? []).filter((name) => !chosen.includes(name) && matches(name));
  const isFull = (name: string) => isSameName(name, search);
  return [...names.filter(isFull), ...names.filter((name) => !isFull(name))].slice(0, maxSuggestions);
};

/** Those of the names that nothing has yet. */
const useNewNames = (kind: NamedKind, names: string[]) => {
  const key = names.length > 0 ? JSON.stringify([kind, names]) : '';
  const found = useDebouncedFetch(key, debounceMs, () =>
    adminClient.findNewNames({ params: { kind }, body: { names } }),
  );
  return new Set(found?.result.names);
};

const nouns: Record<NamedKind, string> = { performer: 'star', tag: 'tag' };

interface NamesFieldProps {
  /** The key of the field's error. */
  name: string;
  label: string;
  /** The label of the list of chips. */
  listLabel?: string;
  kind: NamedKind;
  /** The word for one item; the kind's word by default. */
  noun?: string;
  maxLength?: number;
  names: string[];
  maxNames: number;
  /**
   * What names are called that don't exist yet: saving creates the new ones, and unknown ones are a mistake. `undefined`
   * for words that need not be names: Enter then adds what was typed.
   */
  missing: 'new' | 'unknown' | undefined;
  /** `typed` is the text that is left in the input. */
  onChange: (names: string[], typed: string) => void;
  /** Text that hasn't been added yet, for forms that keep it in their draft. */
  typed?: string;
  onType?: (typed: string) => void;
}

/** Performers or tags as removable chips, with an input that suggests existing ones. */
export function NamesField(props: NamesFieldProps) {
  const { name, label, listLabel = `${label} of the video`, kind, names, maxNames, onChange } = props;
  const { noun = nouns[kind], maxLength = limits.video.tagName } = props;
  const { typed, onType, missing } = props;
  const [ownText, setOwnText] = useState('');
  const text = typed ?? ownText;
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const highlighted = useRef<string>(undefined);
  const suggestions = useNameSuggestions(kind, text, names);
  const newNames = useNewNames(kind, missing ? names : []);
  const entered = text.trim();
  /** Offered below the suggestions, because Enter takes the first of them. */
  const offersNew = missing === 'new' && ![...suggestions, ...names].some((name) => isSameName(name, entered));

  const isOpen = open && suggestions.length > 0;

  const note = noteOn(text, names, { maxNames, maxLength });

  /** `a,b, c` is three names. Names that can't be added stay in the input, with a note. */
  const add = (added: string) => {
    const { fitting, rest } = enteredNames(added, names, { maxNames, maxLength });
    setOwnText(rest);
    // One call for both: of two state updates, a form that keeps its draft would lose one.
    if (fitting.length > 0) onChange([...names, ...fitting], rest);
    else if (rest !== text) onType?.(rest);
  };
  const type = (input: string) => {
    if (separator.test(input)) return add(input);
    setOwnText(input);
    if (input !== text) onType?.(input);
  };
  /** Adds pasted lists directly: the input would join their lines. */
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!separator.test(pasted)) return;
    event.preventDefault();
    add(text + pasted);
  };
  // Text that hasn't been added must not get lost when the form is saved. Leaving the input adds it, but a continued
  // draft fills the input without focusing it.
  useEffect(() => {
    const isLeft = document.activeElement !== input.current;
    input.current?.setCustomValidity(text === '' ? '' : (note ?? (isLeft ? 'Add this, or clear the field.' : '')));
  }, [text, note]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || (isOpen && highlighted.current !== undefined)) return;
    event.preventDefault();
    add(text);
  };

  /** Adds the text, unless a suggestion is being chosen. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget?.closest('[role="listbox"], [role="presentation"]')) add(text);
  };

  return (
    <div className="grid content-start gap-1.5">
      <Autocomplete.Root
        items={offersNew ? [...suggestions, entered] : suggestions}
        filter={null}
        autoHighlight={missing ? 'always' : false}
        open={isOpen}
        onOpenChange={setOpen}
        value={text}
        onValueChange={(value, { reason }) => (reason === 'item-press' ? add(value) : type(value))}
        onItemHighlighted={(item) => {
          highlighted.current = item;
        }}
      >
        <Field label={label} name={name} hint={note}>
          {(attributes) => (
            <div className="flex gap-2">
              <Autocomplete.Input
                {...attributes}
                ref={input}
                dir="auto"
                onPaste={paste}
                placeholder={`Add a ${noun}`}
                onKeyDown={onKeyDown}
                onBlur={onBlur}
                className="field min-w-0 flex-1"
              />
              <button type="button" className="btn btn-quiet px-4" aria-label={`Add ${noun}`} onClick={() => add(text)}>
                Add
              </button>
            </div>
          )}
        </Field>
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={6} className="z-60 outline-none">
            <Autocomplete.Popup className="max-h-64 w-(--anchor-width) overflow-y-auto rounded-2xl border border-line bg-surface text-text shadow-pop">
              <Autocomplete.List className="p-1.5">
                {(suggestion: string) => (
                  <Autocomplete.Item
                    key={suggestion}
                    value={suggestion}
                    dir="auto"
                    className="cursor-pointer rounded-[9px] px-3 py-2 text-sm data-highlighted:bg-accent-soft"
                  >
                    {suggestions.includes(suggestion)
                      ? labelOf(kind, suggestion)
                      : `Add “${suggestion}” as a new ${noun}`}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <ul aria-label={listLabel} className="flex flex-wrap gap-1.5 empty:hidden">
        {names.map((each) => (
          <li
            key={each}
            className="inline-flex min-h-8 items-center gap-1 rounded-full bg-raised pl-3 text-[13.5px] [overflow-wrap:anywhere]"
          >
            <bdi>{labelOf(kind, each)}</bdi>
            {missing && newNames.has(each) && (
              <Badge tone={missing === 'new' ? 'accent' : 'danger'}>{missing === 'new' ? 'New' : 'Unknown'}</Badge>
            )}
            <button
              type="button"
              aria-label={`Remove ${labelOf(kind, each)}`}
              className="grid size-8 shrink-0 place-items-center rounded-full hover:text-danger max-md:size-10"
              onClick={() =>
                onChange(
                  names.filter((other) => other !== each),
                  text,
                )
              }
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
