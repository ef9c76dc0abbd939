const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A to Z plus ALL. A click on the active letter clears the filter. */
export function LetterFilter({ active }: { active: string }) {
  const letterLink = (label: string, to: string, isActive: boolean) => (
    <a
      key={label}
      href={to}
      aria-current={isActive ? 'true' : undefined}
      className="grid h-9 min-w-9 place-items-center rounded-[9px] px-2 text-sm font-medium transition-colors hover:bg-raised aria-[current]:bg-glow aria-[current]:text-on-glow"
    >
      {label}
    </a>
  );
  return (
    <nav aria-label="First letter" className="flex flex-wrap gap-1">
      {letterLink('ALL', '/pornstars', active === '')}
      {letters.map((letter) =>
        letterLink(letter, letter === active ? '/pornstars' : `/pornstars?letter=${letter}`, letter === active),
      )}
    </nav>
  );
}
