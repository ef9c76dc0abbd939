export function Breadcrumb({ steps }: { steps: { name: string; path?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-3 text-[13px] text-muted">
      <ol className="flex flex-wrap gap-2">
        {steps.map(({ name, path }, index) => (
          <li key={name} className="flex gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {path ? (
              <a href={path} dir="auto" className="underline-offset-2 hover:text-text hover:underline">
                {name}
              </a>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
