import { type SubmitEvent, useRef, useState } from 'react';
import { maxNarrowingNames } from '#contract/values/lists.ts';
import { inPlace } from '../internal-links.ts';
import { useNavigateOnline } from '../offline-navigation.tsx';
import { lookUpNames, type UnknownName } from './look-up-names.ts';
import { NameField } from './name-field.tsx';
import type { Narrowing } from './narrowing.ts';
import { namesIn, noNames, type TypedNames } from './typed-names.ts';

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
  const [names, setNames] = useState<Record<Field, TypedNames>>({ with: noNames, without: noNames });
  const [unknown, setUnknown] = useState<Record<Field, UnknownName[]>>({ with: [], without: [] });
  const [tooMany, setTooMany] = useState(false);

  const change = (field: Field, typed: TypedNames) => {
    setNames((current) => ({ ...current, [field]: typed }));
    setUnknown((current) => ({ ...current, [field]: [] }));
    setTooMany(false);
  };

  const apply = async (typed: Record<Field, TypedNames>) => {
    const room = maxNarrowingNames - narrowing.with.length - narrowing.without.length;
    const [wanted, unwanted] = [namesIn(typed.with), namesIn(typed.without)];
    if (wanted.length + unwanted.length > room) return setTooMany(true);
    const [included, excluded] = await Promise.all([lookUpNames(wanted), lookUpNames(unwanted)]);
    // The server knows where to find help.
    if (!included || !excluded) return form.current?.submit();
    setUnknown({ with: included.unknown, without: excluded.unknown });
    if (included.unknown.length + excluded.unknown.length > 0) return;
    setNames({ with: noNames, without: noNames });
    const added = (field: Field, refs: string[]) => [...new Set([...narrowing[field], ...refs])].sort();
    await navigate(hrefOf({ with: added('with', included.refs), without: added('without', excluded.refs) }), inPlace);
  };
  const applyOrLoad = (typed: Record<Field, TypedNames>) =>
    void apply(typed).catch((error: unknown) => {
      console.warn(error);
      form.current?.submit();
    });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    applyOrLoad(names);
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
          names={names[field]}
          unknown={unknown[field]}
          problem={
            tooMany && names[field].text !== ''
              ? `A list can be narrowed by ${maxNarrowingNames} names at most.`
              : undefined
          }
          onChange={(typed) => change(field, typed)}
          onChoose={(typed) => {
            change(field, typed);
            applyOrLoad({ ...names, [field]: typed });
          }}
        />
      ))}
      <button type="submit" className="btn btn-quiet">
        Apply
      </button>
    </form>
  );
}
