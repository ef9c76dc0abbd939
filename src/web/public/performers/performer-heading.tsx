import type { Named } from '../../components/named.ts';
import { tagHref } from '../hrefs.ts';
import { ListHeading } from '../lists/list-heading.tsx';
import type { VideoPage } from '../lists/video-page.ts';
import { Portrait } from './portrait.tsx';

interface PerformerHeadingProps {
  name: string;
  image: string | undefined;
  tags: Named[];
  list: VideoPage;
}

export function PerformerHeading({ name, image, tags, list }: PerformerHeadingProps) {
  return (
    <div className="performer-heading">
      <Portrait
        image={image}
        inView
        alt={`Portrait of ${name}`}
        className="aspect-4/5 w-full self-start rounded-xl bg-raised sm:row-span-2"
      />
      <ListHeading heading={name} list={list} />
      {tags.length > 0 && (
        <section aria-labelledby="frequent-tags">
          <h2 id="frequent-tags" className="text-[13px] font-medium text-muted">
            Often tagged
          </h2>
          <ul>
            {tags.map(({ slug, name: tag }) => (
              <li key={slug} data-tags={slug}>
                <a href={tagHref(slug)} dir="auto" className="chip">
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
