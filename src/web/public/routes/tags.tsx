import { data, Link } from 'react-router';
import { CallFailed } from '#contract/client.ts';
import { slugOf } from '#contract/slug.ts';
import { siteContext } from '../../site-context.ts';
import { indexTags } from '../fallback-lists.ts';
import { countLabel, wordsOfSlug } from '../format/text.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList } from '../head/structured-data.ts';
import { ListError } from '../lists/list-error.tsx';
import { useSite } from '../site.ts';
import { groupByLetter } from '../tags/group-by-letter.ts';
import type { Route } from './+types/tags.ts';

const errorOf = (error: unknown) =>
  error instanceof CallFailed ? `Failed to fetch tags: ${error.status}` : 'Failed to fetch tags';

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  try {
    const { tags } = await client.getTags({ query: { limit: 1000 } });
    return data({ tags, error: undefined });
  } catch (error) {
    return data({ tags: indexTags, error: errorOf(error) }, { status: 503 });
  }
};

export default function Tags({ loaderData: { tags, error } }: Route.ComponentProps) {
  const { siteUrl } = useSite();
  const groups = groupByLetter(tags);
  return (
    <div className="wrap pt-7">
      <PageHead
        title="All tags"
        description="Every tag of the site from A to Z. Choose one to see its videos."
        path="/tags"
        jsonLd={[breadcrumbList(siteUrl, [{ name: 'Tags', path: '/tags' }])]}
      />
      <h1>All tags</h1>
      {error === undefined ? (
        <>
          <p className="mt-1 text-muted tabular-nums">{countLabel(tags.length, 'tag', 'tags')}</p>
          <nav aria-label="Letters" className="mt-5 flex flex-wrap gap-1.5">
            {groups.map(([letter]) => (
              <a key={letter} href={`#letter-${letter}`} className="chip min-w-8 justify-center">
                {letter}
              </a>
            ))}
          </nav>
          <div className="mt-4 gap-8 sm:columns-2 md:columns-3 xl:columns-4">
            {groups.map(([letter, names]) => (
              <section key={letter} className="pt-5">
                <h2
                  id={`letter-${letter}`}
                  className="scroll-mt-20 break-after-avoid border-b border-line pb-1 text-accent"
                >
                  {letter}
                </h2>
                <ul className="mt-1.5">
                  {names.map((tag) => (
                    <li key={tag} data-tags={tag}>
                      <Link to={`/tag/${slugOf(tag)}`} className="inline-block py-1 hover:text-accent hover:underline">
                        {wordsOfSlug(tag)}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </>
      ) : (
        <ListError message={`Error: ${error}`} />
      )}
    </div>
  );
}
