import { type ReactNode, useEffect } from 'react';
import { comboboxProps, useCombobox, useOptionList, useSuggestions } from '../search/combobox.ts';
import type { BoxOption } from '../search/search-box.tsx';
import type { UnknownName } from './look-up-names.ts';
import { UnknownNameText } from './unknown-name.tsx';

/** The comma-separated names of a text. */
export const namesTyped = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const last = (text: string) => text.split(',').at(-1)?.trim() ?? '';

const withLast = (text: string, name: string) => [...namesTyped(text.split(',').slice(0, -1).join()), name].join(', ');

interface NameFieldProps {
  id: string;
  name?: string;
  label: ReactNode;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  /** Called with the new text when a suggestion was chosen. */
  onChoose: (text: string) => void;
  unknown: UnknownName[];
  /** Another reason why the names are refused. */
  problem?: string | undefined;
}

/** An input for names of tags and performers that suggests them, and says which ones the catalogue doesn't have. */
export function NameField({
  id,
  name,
  label,
  placeholder,
  text,
  unknown,
  problem,
  onChange,
  onChoose,
}: NameFieldProps) {
  const box = useCombobox();
  const { suggestions } = useSuggestions(last(text), box.isOpen);
  const options: BoxOption[] = suggestions.flatMap((suggestion) =>
    suggestion.type === 'video' ? [] : [{ kind: suggestion.type, suggestion }],
  );
  const OptionList = useOptionList(box.isOpen && text !== '');
  const expanded = box.isOpen && options.length > 0 && OptionList !== undefined;
  useEffect(() => {
    if (expanded) document.getElementById(`${id}-list`)?.scrollIntoView({ block: 'nearest' });
  }, [id, expanded]);
  const choose = (option: BoxOption) => {
    box.close();
    if ('suggestion' in option) onChoose(withLast(text, option.suggestion.text));
  };
  const isRefused = unknown.length > 0 || problem !== undefined;
  return (
    <div className="name-field">
      <label htmlFor={id}>{label}</label>
      <div className="relative">
        <input
          id={id}
          name={name}
          dir="auto"
          maxLength={200}
          placeholder={placeholder}
          className="field"
          aria-invalid={isRefused}
          aria-describedby={`${id}-problem`}
          {...comboboxProps(box, { id, options, expanded, onChoose: choose })}
          value={text}
          onChange={(event) => {
            onChange(event.target.value);
            box.setActive(-1);
            box.open();
          }}
        />
        {OptionList && (
          <OptionList
            id={id}
            expanded={expanded}
            options={options}
            active={box.active}
            text={last(text)}
            onChoose={choose}
            onForget={() => undefined}
          />
        )}
      </div>
      <div id={`${id}-problem`} role="alert">
        {problem !== undefined && <p>{problem}</p>}
        {unknown.map((each) => (
          <p key={each.typed}>
            <UnknownNameText
              {...each}
              replacement={({ name: similar }) => (
                <button
                  type="button"
                  className="font-medium text-accent underline underline-offset-3"
                  onClick={() =>
                    onChoose(
                      namesTyped(text)
                        .map((typed) => (typed === each.typed ? similar : typed))
                        .join(', '),
                    )
                  }
                >
                  <bdi>{similar}</bdi>
                </button>
              )}
            />
          </p>
        ))}
      </div>
    </div>
  );
}
