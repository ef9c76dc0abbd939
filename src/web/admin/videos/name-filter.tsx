import { useId, useState } from 'react';
import { TextField } from '../kit/forms/fields.tsx';
import { useNameSuggestions } from '../kit/forms/use-name-suggestions.ts';

interface NameFilterProps {
  kind: 'tag' | 'performer';
  name: string;
  label: string;
  defaultValue: string;
}

const noneChosen: string[] = [];

/** A tag or star to filter by, with the names that begin like what is typed. */
export function NameFilter({ kind, name, label, defaultValue }: NameFilterProps) {
  const [text, setText] = useState(defaultValue);
  const list = useId();
  const names = useNameSuggestions(kind, text === defaultValue ? '' : text, noneChosen);
  return (
    <>
      <TextField
        label={label}
        name={name}
        value={text}
        list={list}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={list}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
