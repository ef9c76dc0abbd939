import { browserClient } from '../../browser-client.ts';
import { useRandomSet } from '../use-random-set.ts';
import { fetchHomeTags, type HomeTag } from './home-tags.ts';
import { TagTile } from './tag-tile.tsx';

export function TagTiles({ fromPage }: { fromPage: HomeTag[] | null }) {
  const tags = useRandomSet('home-tag-names', fromPage, () => fetchHomeTags(browserClient)) ?? [];
  return (
    <ul aria-label="Tags" className="grid grid-cols-3 gap-2 sm:grid-cols-4 sm:gap-3 md:grid-cols-6 xl:grid-cols-8">
      {tags.map((tag) => (
        <TagTile key={tag.slug} {...tag} />
      ))}
    </ul>
  );
}
