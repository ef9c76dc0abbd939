import type { PostState } from '#contract/values/posts.ts';
import { labelOf, type NamedKind } from '../records/editable-names.ts';
import { Picture } from './picture.tsx';
import { WithheldPicture } from './withheld-picture.tsx';

interface PostPictureProps {
  post: { title: string; imageUrl: string; state: PostState; altKeywords?: string };
}

const size = 'h-[45px] w-20 rounded-lg md:max-xl:h-9 md:max-xl:w-16 max-md:h-[54px] max-md:w-24';

/** The picture of a post in a list. Pictures of withheld posts are loaded on request only. */
export function PostPicture({ post: { title, imageUrl, state, altKeywords } }: PostPictureProps) {
  if (state === 'withheld') return <WithheldPicture src={imageUrl} title={title} className={size} />;
  return <Picture src={imageUrl} alt={altKeywords || title} className={size} />;
}

const maxShown = 2;

/** The first two names, then '+N'. */
export function FirstNames({ kind, names: editable }: { kind: NamedKind; names: string[] }) {
  const names = editable.map((name) => labelOf(kind, name));
  const more = names.length - maxShown;
  return (
    <span className="cell-text md:min-w-24" title={names.join(', ')}>
      {/* Isolated, so that right-to-left names don't move the count. */}
      <bdi>{names.slice(0, maxShown).join(', ')}</bdi>
      {more > 0 && ` +${more}`}
    </span>
  );
}
