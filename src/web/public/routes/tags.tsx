import { data } from 'react-router';
import { fitDescription } from '../../components/format/description.ts';
import { plural } from '../../components/format/plural.ts';
import { type Named, namedTags } from '../../components/named.ts';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { failedResponse } from '../api-error.ts';
import { indexTags } from '../fallback-lists.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList } from '../head/structured-data.ts';
import { ListError } from '../lists/list-error.tsx';
import { PageError } from '../page-error.tsx';
import { groupByLetter } from '../tags/group-by-letter.ts';
import { LetterGroup } from '../tags/letter-group.tsx';
import type { Route } from './+types/tags.ts';

const errorOf = (error: unknown) => {
  const response = failedResponse(error);
  return response ? `Error: Failed to fetch tags: ${response.status}` : 'Error: Failed to fetch tags';
};

export function ErrorBoundary() {
  return <PageError messageOf={errorOf} />;
}

/** The most used tags come first. */
const describe = (tags: Named[]) => {
  const mostUsed = tags.slice(0, 3).map(({ name }) => name);
  return fitDescription([
    `All ${plural(tags.length, 'tag')} of this site from A to Z, each with its videos.`,
    `Most used: ${mostUsed.join(', ')}.`,
  ]);
};

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  try {
    const { tags, tagNames } = await client.getTags({ query: { limit: 1000 } });
    const named = namedTags(tags, tagNames);
    return data({ tags: named, description: describe(named), error: undefined });
  } catch (error) {
    return data({ tags: namedTags(indexTags), description: '', error: errorOf(error) }, { status: 503 });
  }
};

export default function Tags({ loaderData: { tags, description, error } }: Route.ComponentProps) {
  const { siteUrl } = useSite();
  const groups = groupByLetter(tags);
  return (
    <div className="wrap pt-7">
      <PageHead
        title="All tags"
        description={description}
        path="/tags"
        jsonLd={[breadcrumbList(siteUrl, [{ name: 'Tags', path: '/tags' }])]}
      />
      <h1>All tags</h1>
      {error === undefined ? (
        <>
          <p className="mt-1 text-muted tabular-nums">{plural(tags.length, 'tag')}</p>
          <nav aria-label="Letters" className="mt-5 flex flex-wrap gap-1.5">
            {groups.map(([letter]) => (
              <a key={letter} href={`#letter-${letter}`} className="chip min-w-8 justify-center">
                {letter}
              </a>
            ))}
          </nav>
          <div className="mt-6 divide-y divide-line border-y border-line">
            {groups.map(([letter, names]) => (
              <LetterGroup key={letter} letter={letter} tags={names} />
            ))}
          </div>
        </>
      ) : (
        <ListError message={error} />
      )}
    </div>
  );
}
