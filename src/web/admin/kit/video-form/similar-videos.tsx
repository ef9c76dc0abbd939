import { useEffect, useState } from 'react';
import type { VideoRecord } from '#contract/videos.ts';
import { adminClient } from '../session/admin-client.ts';

interface Similar {
  sameLink: VideoRecord[];
  similarTitle: VideoRecord[];
}

const none: Similar = { sameLink: [], similarTitle: [] };
const pause = 500;

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:/.test(text);

const useSimilarVideos = (link: string, title: string, exclude: string | undefined) => {
  const [similar, setSimilar] = useState(none);
  const asked = isWebAddress(link.trim()) ? link.trim() : '';
  const titel = title.trim();

  useEffect(() => {
    if (asked === '' && titel === '') {
      setSimilar(none);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      adminClient.findSimilarPosts({ query: { link: asked, titel, ...(exclude ? { exclude } : {}) } }).then(
        (found) => current && setSimilar(found),
        (error: unknown) => console.warn(error),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked, titel, exclude]);

  return similar;
};

function Warning({ text, posts }: { text: string; posts: VideoRecord[] }) {
  if (posts.length === 0) return null;
  return (
    <div className="rounded-xl border border-accent bg-accent-soft px-4 py-3 text-sm">
      <p className="font-medium">{text}</p>
      <ul className="mt-1 list-disc pl-5">
        {posts.map((post) => (
          <li key={post._id}>
            <a href={`/video/${post._id}`} target="_blank" rel="noopener" className="underline underline-offset-3">
              {post.titel}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SimilarVideosProps {
  link: string;
  title: string;
  exclude: string | undefined;
}

/** Warns of a video that may be in the catalogue already. */
export function SimilarVideos({ link, title, exclude }: SimilarVideosProps) {
  const { sameLink, similarTitle } = useSimilarVideos(link, title, exclude);
  return (
    <div role="status" className="grid gap-2.5 empty:hidden">
      <Warning text="This link is already in the catalogue:" posts={sameLink} />
      <Warning text="A very similar title is already in the catalogue:" posts={similarTitle} />
    </div>
  );
}
