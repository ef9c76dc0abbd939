import type { PublicClient } from '#contract/client.ts';
import type { Suggestion } from '#contract/search.ts';
import { Icon } from '../../components/icon.tsx';
import { smallLayout } from '../../components/picture-sources.ts';
import { Portrait } from '../performers/portrait.tsx';
import { hrefOf } from './suggestions.ts';

/** The performers and tags that a search names. A page without them is better than none. */
export const fetchNamesInSearch = (client: PublicClient, search: string): Promise<Suggestion[]> =>
  client.getNamesInSearch({ query: { search } }).then(
    ({ names }) => names,
    () => [],
  );

export function NamesInSearch({ names }: { names: Suggestion[] }) {
  if (names.length === 0) return null;
  return (
    <ul aria-label="Matching performers and tags" className="strip -mt-3 mb-2">
      {names.map((name) => (
        <li
          key={`${name.type} ${name.slug}`}
          className="max-w-[70vw] flex-none"
          {...(name.type === 'tag' ? { 'data-tags': name.slug } : {})}
        >
          <a href={hrefOf(name)} dir="auto">
            {name.type === 'tag' ? (
              <span className="-ms-0.5 me-1.5">
                <Icon name="tag" size={14} />
              </span>
            ) : (
              <Portrait
                image={name.picture ?? name.imageUrl}
                alt=""
                inView
                layout={smallLayout}
                className="-ms-2.5 me-2 size-7 rounded-full bg-raised"
              />
            )}
            <span className="truncate">{name.text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
