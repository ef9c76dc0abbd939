import { queryPages } from '../hrefs.ts';

interface LetterLinksProps {
  letters: string[];
  /** The letter whose page this is, if each has one. Without, the links lead to groups of the same page. */
  active?: string | undefined;
}

export const letterHref = (letter: string) => queryPages('/tags', { letter });

export function LetterLinks({ letters, active }: LetterLinksProps) {
  return (
    <nav aria-label="Letters" className="mt-5 flex flex-wrap gap-1.5">
      {letters.map((letter) => (
        <a
          key={letter}
          href={active === undefined ? `#letter-${letter}` : letterHref(letter)(1)}
          aria-current={letter === active ? 'page' : undefined}
          className="chip min-w-8 justify-center aria-[current]:bg-glow aria-[current]:text-on-glow"
        >
          {letter}
        </a>
      ))}
    </nav>
  );
}
