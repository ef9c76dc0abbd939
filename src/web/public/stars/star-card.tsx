import { useState } from 'react';
import { Link } from 'react-router';
import { slugOf } from '#contract/slug.ts';
import { nameOfSlug } from '../format/text.ts';

const nobody = '/female.png';

export function StarCard({ name, image }: { name: string; image: string | undefined }) {
  const [source, setSource] = useState(image || nobody);
  const slug = slugOf(name);
  return (
    <li>
      <Link to={`/pornstar/${slug}`} prefetch="intent" className="group block rounded-xl text-center">
        <span className="block aspect-4/5 overflow-hidden rounded-xl bg-raised">
          <img
            src={source}
            alt=""
            width={400}
            height={500}
            loading="lazy"
            decoding="async"
            onError={() => setSource(nobody)}
            className="size-full object-cover transition-transform duration-350 ease-out group-hover:scale-[1.04]"
          />
        </span>
        <span className="mt-2 block text-sm font-medium transition-colors group-hover:text-accent">
          {nameOfSlug(slug)}
        </span>
      </Link>
    </li>
  );
}
