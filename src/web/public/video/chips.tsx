interface ChipsProps {
  heading: string;
  chips: { label: string; to: string }[];
}

export function Chips({ heading, chips }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <section>
      <h2>{heading}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {chips.map(({ label, to }) => (
          <li key={to}>
            <a href={to} dir="auto" className="chip">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
