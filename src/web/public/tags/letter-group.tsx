import type { Named } from '../../components/named.ts';
import { tagHref } from '../hrefs.ts';

export function LetterGroup({ letter, tags }: { letter: string; tags: Named[] }) {
  return (
    <section className="grid grid-cols-[2.5rem_1fr] py-4 sm:grid-cols-[4rem_1fr]">
      <h2 id={`letter-${letter}`} className="text-2xl text-accent">
        {letter}
      </h2>
      <ul className="flex flex-wrap gap-x-5">
        {tags.map(({ slug, name }) => (
          <li key={slug} data-tags={slug}>
            <a
              href={tagHref(slug)}
              dir="auto"
              className="inline-block py-1 underline-offset-3 transition-colors hover:text-accent hover:underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
