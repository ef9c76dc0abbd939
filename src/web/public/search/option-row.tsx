import { Icon } from '../../components/icon.tsx';
import { smallLayout } from '../../components/picture-sources.ts';
import { Portrait } from '../performers/portrait.tsx';
import type { BoxOption } from './box-options.ts';
import { Highlight } from './highlight.tsx';

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
  // The server has not said yet whether there is a portrait.
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

export function OptionRow({ id, option, isActive, typed, onChoose, onForget }: OptionRowProps) {
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
        // Not a button: an option has no controls inside it. The Delete key does the same.
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
