export interface Choice {
  label: string;
  href: string;
  /** How many videos the list then has; a sort leaves them all. */
  count?: number;
  isSelected?: boolean;
}

/** Choices that would leave nothing are left out. */
const isOffered = ({ count, isSelected }: Choice) => count !== 0 || isSelected;

/** Links to the list as it would be with each choice; the link of a selected one takes it back. */
export function ChoiceGroup({ label, choices, isWide }: { label: string; choices: Choice[]; isWide?: boolean }) {
  const offered = choices.filter(isOffered);
  if (offered.length === 0) return null;
  const id = `narrow-${label.toLowerCase().replace(' ', '-')}`;
  return (
    <div className={isWide ? 'min-[1000px]:col-span-2' : undefined}>
      <p id={id}>{label}</p>
      <ul aria-labelledby={id}>
        {offered.map(({ label: text, href, count, isSelected }) => (
          <li key={href}>
            <a href={href} rel="nofollow" dir="auto" aria-current={isSelected ? 'true' : undefined} className="chip">
              {text}
              {count !== undefined && <small>{count.toLocaleString('en')}</small>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
