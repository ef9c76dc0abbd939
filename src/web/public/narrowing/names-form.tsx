import { type SubmitEvent, useRef, useState } from 'react';
import { maxNarrowingNames } from '#contract/values/lists.ts';
import { inPlace } from '../internal-links.ts';
import { useNavigateOnline } from '../offline-navigation.tsx';
import { lookUpNames, type UnknownName } from './look-up-names.ts';
import { NameField, namesTyped } from './name-field.tsx';
import type { Narrowing } from './narrowing.ts';

const fields = [
  ['with', 'Tags or performers to include'],
  ['without', 'Tags or performers to leave out'],
] as const;
type Field = (typeof fields)[number][0];

interface NamesFormProps {
  path: string;
  /** Current parameters, which the form keeps. */
  query: Record<string, string>;
  narrowing: Narrowing;
  hrefOf: (changed: Partial<Narrowing>) => string;
}

/**
 * For names that are not among the links. Without JavaScript, the form adds a second `with` or `without` parameter to
 * the current one; both are read as one list, and the page itself says which names are unknown.
 */
export function NamesForm({ path, query, narrowing, hrefOf }: NamesFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigateOnline();
  const [texts, setTexts] = useState<Record<Field, string>>({ with: '', without: '' });
  const [unknown, setUnknown] = useState<Record<Field, UnknownName[]>>({ with: [], without: [] });
  const [tooMany, setTooMany] = useState(false);

  const change = (field: Field, text: string) => {
    setTexts((current) => ({ ...current, [field]: text }));
    setUnknown((current) => ({ ...current, [field]: [] }));
    setTooMany(false);
  };

  const apply = async (typed: Record<Field, string>) => {
    const room = maxNarrowingNames - narrowing.with.length - narrowing.without.length;
    if (namesTyped(`${typed.with},${typed.without}`).length > room) return setTooMany(true);
    const [included, excluded] = await Promise.all([
      lookUpNames(namesTyped(typed.with)),
      lookUpNames(namesTyped(typed.without)),
    ]);
    // The server knows where to find help.
    if (!included || !excluded) return form.current?.submit();
    setUnknown({ with: included.unknown, without: excluded.unknown });
    if (included.unknown.length + excluded.unknown.length > 0) return;
    setTexts({ with: '', without: '' });
    const added = (field: Field, refs: string[]) => [...new Set([...narrowing[field], ...refs])].sort();
    await navigate(hrefOf({ with: added('with', included.refs), without: added('without', excluded.refs) }), inPlace);
  };
  const applyOrLoad = (typed: Record<Field, string>) =>
    void apply(typed).catch((error: unknown) => {
      console.warn(error);
      form.current?.submit();
    });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    applyOrLoad(texts);
  };

  return (
    <form ref={form} action={path} method="get" onSubmit={submit}>
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(([field, label]) => (
        <NameField
          key={field}
          id={`names-${field}`}
          name={field}
          label={label}
          placeholder="one, another"
          text={texts[field]}
          unknown={unknown[field]}
          problem={
            tooMany && texts[field] !== '' ? `A list can be narrowed by ${maxNarrowingNames} names at most.` : undefined
          }
          onChange={(text) => change(field, text)}
          onChoose={(text) => {
            change(field, text);
            applyOrLoad({ ...texts, [field]: text });
          }}
        />
      ))}
      <button type="submit" className="btn btn-quiet">
        Apply
      </button>
    </form>
  );
}
