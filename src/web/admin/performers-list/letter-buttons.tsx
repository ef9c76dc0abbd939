import { useSearchParams } from 'react-router';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A to Z plus All; clicking the active letter clears the filter. */
export function LetterButtons({ active }: { active: string }) {
  const [, setParameters] = useSearchParams();
  const choose = (letter: string) =>
    setParameters((current) => {
      const updated = new URLSearchParams(current);
      updated.delete('page');
      if (letter === '' || letter === active) updated.delete('letter');
      else updated.set('letter', letter);
      return updated;
    });
  return (
    <fieldset className="mb-4 flex flex-wrap gap-1 max-md:grid max-md:grid-cols-9 max-md:gap-0.5">
      <legend className="sr-only">First letter</legend>
      {['', ...letters].map((letter) => (
        <button
          key={letter}
          type="button"
          aria-pressed={letter === active}
          onClick={() => choose(letter)}
          className="grid h-9 min-w-9 max-md:h-10 place-items-center rounded-[9px] px-2 text-sm font-medium transition-colors hover:bg-raised aria-pressed:bg-glow aria-pressed:text-on-glow"
        >
          {letter || 'All'}
        </button>
      ))}
    </fieldset>
  );
}
