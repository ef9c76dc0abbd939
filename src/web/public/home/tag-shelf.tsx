import { browserClient } from '../../browser-client.ts';
import { useRandomSet } from '../use-random-set.ts';
import { fetchHomeTags, type HomeTag } from './home-tags.ts';
import { TagTile } from './tag-tile.tsx';

/** Two rows of tags that scroll sideways. */
export function TagShelf({ fromPage }: { fromPage: HomeTag[] | null }) {
  const tags = useRandomSet('home-tag-names', fromPage, () => fetchHomeTags(browserClient)) ?? [];
  return (
    <section aria-labelledby="tags" className="relative mt-3">
      <div className="flex items-center justify-between">
        <h2 id="tags">Tags</h2>
        <a href="/tags" className="flex min-h-11 items-center font-medium text-accent hover:underline">
          All tags
        </a>
      </div>
      <ul aria-labelledby="tags" className="shelf">
        {tags.map((tag) => (
          <TagTile key={tag.slug} {...tag} />
        ))}
      </ul>
    </section>
  );
}
