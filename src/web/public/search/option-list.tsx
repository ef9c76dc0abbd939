import { type ReactNode, useEffect } from 'react';
import { fold } from '#contract/values/text.ts';
import { Icon } from '../../components/icon.tsx';
import { smallLayout } from '../../components/pictures.tsx';
import { Portrait } from '../performer-cards.tsx';
import type { BoxOption } from './search-box.tsx';

/** The range of a part in a text, ignoring case and accents. Folding one character can yield none or several. */
const rangeOf = (text: string, part: string) => {
  const starts: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const foldedCharacter = fold(character);
    for (const _ of foldedCharacter.split('')) starts.push(at);
    folded += foldedCharacter;
    at += character.length;
  }
  const foldedPart = fold(part);
  const start = foldedPart === '' ? -1 : folded.indexOf(foldedPart);
  return start < 0 ? undefined : [starts[start] ?? 0, starts[start + foldedPart.length] ?? text.length];
};

function Highlight({ text, part }: { text: string; part: string }) {
  const range = rangeOf(text, part);
  if (!range) return text;
  const [start, end] = range;
  return (
    <>
      {text.slice(0, start)}
      <mark className="bg-transparent font-semibold text-accent">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

interface OptionRowProps {
  id: string;
  option: BoxOption;
  isActive: boolean;
  typed: string;
  onChoose: () => void;
  onForget: (search: string) => void;
}

const icons = { tag: 'tag', video: 'play', search: 'search', recent: 'recent', clear: 'close' } as const;
const kinds = { tag: 'tag', star: 'performer', video: 'video' } as const;

function Picture({ option }: { option: BoxOption }) {
  const box = 'grid size-7 shrink-0 place-items-center overflow-hidden rounded-full text-muted';
  if (option.kind !== 'star')
    return (
      <span className={box}>
        <Icon name={icons[option.kind]} size={17} />
      </span>
    );
  const { imageUrl, picture = imageUrl } = option.suggestion;
  // Undefined until the server has responded.
  return (
    <span className={`${box} bg-raised`}>
      {picture !== undefined && <Portrait image={picture} alt="" layout={smallLayout} className="size-7" />}
    </span>
  );
}

function Label({ option, typed }: { option: BoxOption; typed: string }) {
  switch (option.kind) {
    case 'search':
      return (
        <>
          Search for “<bdi>{option.text}</bdi>”
        </>
      );
    case 'recent':
      return <bdi>{option.text}</bdi>;
    case 'clear':
      return <span className="text-muted">Clear recent searches</span>;
    default:
      return <Highlight text={option.suggestion.text} part={typed} />;
  }
}

function OptionRow({ id, option, isActive, typed, onChoose, onForget }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input points at the active option
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-description={option.kind === 'recent' ? 'Press Delete to remove it' : undefined}
      onClick={onChoose}
      className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-[9px] px-2 hover:bg-raised aria-selected:bg-accent-soft pointer-coarse:min-h-11"
    >
      <Picture option={option} />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        <Label option={option} typed={typed} />
      </span>
      {option.kind in kinds && (
        <span className="text-[13px] text-muted">{kinds[option.kind as keyof typeof kinds]}</span>
      )}
      {option.kind === 'recent' && (
        // Not a button, because ARIA options can't contain controls. The Delete key does the same.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <span
          title="Remove"
          onClick={(event) => {
            event.stopPropagation();
            onForget(option.text);
          }}
          className="-mr-2 grid h-10 w-11 shrink-0 place-items-center rounded-[9px] text-muted hover:text-text pointer-coarse:h-11"
        >
          <Icon name="close" size={15} />
        </span>
      )}
    </div>
  );
}

interface OptionListProps {
  id: string;
  expanded: boolean;
  options: BoxOption[];
  active: number;
  text: string;
  onChoose: (option: BoxOption) => void;
  onForget: (search: string) => void;
}

const groups = [
  { kind: 'tag', label: 'Tags' },
  { kind: 'star', label: 'Performers' },
  { kind: 'video', label: 'Videos' },
  { kind: 'recent', label: 'Recent searches' },
] as const;

const keyOf = (option: BoxOption) =>
  'suggestion' in option ? option.suggestion.slug : 'text' in option ? option.text : '';

export function OptionList({ id, expanded, options, active, text, onChoose, onForget }: OptionListProps) {
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const rowsOf = (kind: BoxOption['kind']): ReactNode[] =>
    options.flatMap((option, index) =>
      option.kind === kind
        ? [
            <OptionRow
              key={keyOf(option)}
              id={`${id}-${index}`}
              option={option}
              isActive={index === active}
              typed={text.trim()}
              onChoose={() => onChoose(option)}
              onForget={onForget}
            />,
          ]
        : [],
    );

  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Suggestions"
      hidden={!expanded}
      // Keeps focus in the input, and a phone's keyboard open.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-[46px] z-40 max-h-[200px] overflow-y-auto overscroll-contain rounded-[14px] border border-line bg-surface p-1.5 shadow-pop"
    >
      {expanded &&
        groups.map(({ kind, label }) => {
          const rows = rowsOf(kind);
          if (rows.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
            <div key={kind} role="group" aria-label={label}>
              {rows}
            </div>
          );
        })}
      {expanded && rowsOf('search')}
      {expanded && rowsOf('clear')}
    </div>
  );
}
