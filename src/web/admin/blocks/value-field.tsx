import { useEffect, useId, useState } from 'react';
import type { BlockedKind } from '#contract/values/block-kinds.ts';
import { limits } from '#contract/values/limits.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { useNameSuggestions } from '../kit/forms/use-name-suggestions.ts';
import { loadPartnerNames } from '../kit/records/partner.ts';
import { kindLabels } from './block-words.ts';

const hints: Record<BlockedKind, string> = {
  host: 'Like example.com, or any link to it. Its subdomains and mirrors are blocked, too.',
  star: 'Also under its other names.',
  network: 'With its logo and its place among the partners.',
};

const noneChosen: string[] = [];

/** Names that begin like what is typed; those of networks are few enough to load them all. */
const useSuggestions = (kind: BlockedKind, text: string): string[] => {
  const [networks, setNetworks] = useState<string[]>([]);
  useEffect(() => {
    if (kind !== 'network') return;
    let isShown = true;
    loadPartnerNames().then((names) => isShown && setNetworks(names.map(({ name }) => name)), console.warn);
    return () => {
      isShown = false;
    };
  }, [kind]);
  const stars = useNameSuggestions('performer', kind === 'star' ? text : '', noneChosen);
  if (kind === 'host') return [];
  return kind === 'star' ? stars : networks;
};

interface ValueFieldProps {
  kind: BlockedKind;
  value: string;
  onChange: (value: string) => void;
}

/** What to block, found by typing. */
export function ValueField({ kind, value, onChange }: ValueFieldProps) {
  const list = useId();
  const names = useSuggestions(kind, value);
  return (
    <>
      <TextField
        label={kindLabels[kind]}
        name="value"
        required
        autoComplete="off"
        list={list}
        maxLength={limits.block.value}
        hint={hints[kind]}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
