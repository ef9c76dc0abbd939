import type { Named } from '../../components/named.ts';
import { performerHref } from '../hrefs.ts';
import { Portrait } from './portrait.tsx';

export function PerformerCard({ slug, name, image }: Named & { image: string | undefined }) {
  return (
    <li>
      <a href={performerHref(slug)} className="group block rounded-xl text-center">
        <span className="block aspect-4/5 overflow-hidden rounded-xl bg-raised">
          <Portrait
            image={image}
            alt=""
            className="size-full transition-transform duration-350 ease-out group-hover:scale-[1.04]"
          />
        </span>
        <span dir="auto" className="mt-2 block text-sm font-medium transition-colors group-hover:text-accent">
          {name}
        </span>
      </a>
    </li>
  );
}
