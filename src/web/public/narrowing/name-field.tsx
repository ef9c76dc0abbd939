import { type ReactNode, useEffect } from 'react';
import { nameRefText } from '#contract/values/lists.ts';
import { comboboxProps, useCombobox, useOptionList, useSuggestions } from '../search/combobox.ts';
import type { BoxOption } from '../search/search-box.tsx';
import type { UnknownName } from './look-up-names.ts';
import { completed, corrected, lastOf, type TypedNames } from './typed-names.ts';
import { UnknownNameText } from './unknown-name.tsx';

interface NameFieldProps {
  id: string;
  name?: string;
  label: ReactNode;
  placeholder: string;
  names: TypedNames;
  onChange: (names: TypedNames) => void;
  /** Called with the new names when a suggestion was chosen. */
  onChoose: (names: TypedNames) => void;
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
  names,
  unknown,
  problem,
  onChange,
  onChoose,
}: NameFieldProps) {
  const box = useCombobox();
  const { suggestions } = useSuggestions(lastOf(names), box.isOpen);
  const options: BoxOption[] = suggestions.flatMap((suggestion) =>
    suggestion.type === 'video' ? [] : [{ kind: suggestion.type, suggestion }],
  );
  const OptionList = useOptionList(box.isOpen && names.text !== '');
  const expanded = box.isOpen && options.length > 0 && OptionList !== undefined;
  useEffect(() => {
    if (expanded) document.getElementById(`${id}-list`)?.scrollIntoView({ block: 'nearest' });
  }, [id, expanded]);
  const choose = (option: BoxOption) => {
    box.close();
    if (!('suggestion' in option)) return;
    const { type, slug, text } = option.suggestion;
    onChoose(completed(names, { ref: nameRefText({ kind: type === 'star' ? 'performer' : 'tag', slug }), name: text }));
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
          value={names.text}
          onChange={(event) => {
            onChange({ ...names, text: event.target.value });
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
            text={lastOf(names)}
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
              replacement={(similar) => (
                <button
                  type="button"
                  className="font-medium text-accent underline underline-offset-3"
                  onClick={() => onChoose(corrected(names, each.typed, similar))}
                >
                  <bdi>{similar.name}</bdi>
                </button>
              )}
            />
          </p>
        ))}
      </div>
    </div>
  );
}
