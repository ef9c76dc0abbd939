import { Autocomplete } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { type NamedKind, useNameSuggestions } from './use-name-suggestions.ts';

interface NamesFieldProps {
  label: string;
  kind: NamedKind;
  names: string[];
  onChange: (names: string[]) => void;
}

/** The stars or the tags of a video: each a chip that can be taken off, and an input that suggests known ones. */
export function NamesField({ label, kind, names, onChange }: NamesFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const highlighted = useRef<string>(undefined);
  const suggestions = useNameSuggestions(kind, text, names);

  const add = (name: string) => {
    const trimmed = name.trim();
    if (trimmed !== '' && !names.includes(trimmed)) onChange([...names, trimmed]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || highlighted.current !== undefined) return;
    event.preventDefault();
    add(text);
  };

  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Autocomplete.Root
        items={suggestions}
        filter={null}
        open={open && suggestions.length > 0}
        onOpenChange={setOpen}
        value={text}
        onValueChange={(value, { reason }) => (reason === 'item-press' ? add(value) : setText(value))}
        onItemHighlighted={(item) => {
          highlighted.current = item;
        }}
      >
        <div className="flex gap-2">
          <Autocomplete.Input
            id={id}
            maxLength={100}
            placeholder={`Add a ${kind}`}
            onKeyDown={onKeyDown}
            className="field min-w-0 flex-1"
          />
          <button type="button" className="btn btn-quiet px-4" aria-label={`Add ${kind}`} onClick={() => add(text)}>
            Add
          </button>
        </div>
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={6} className="z-60 outline-none">
            <Autocomplete.Popup className="max-h-64 w-(--anchor-width) overflow-y-auto rounded-2xl border border-line bg-surface text-text shadow-pop">
              <Autocomplete.List className="p-1.5">
                {(name: string) => (
                  <Autocomplete.Item
                    key={name}
                    value={name}
                    className="cursor-pointer rounded-[9px] px-3 py-2 text-sm data-highlighted:bg-accent-soft"
                  >
                    {name}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <ul aria-label={`${label} of the video`} className="flex flex-wrap gap-1.5 empty:hidden">
        {names.map((name) => (
          <li
            key={name}
            className="inline-flex min-h-8 items-center gap-1 rounded-full bg-raised pl-3 text-[13.5px] [overflow-wrap:anywhere]"
          >
            {name}
            <button
              type="button"
              aria-label={`Remove ${name}`}
              className="grid size-8 shrink-0 place-items-center rounded-full hover:text-danger"
              onClick={() => onChange(names.filter((each) => each !== name))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
