import { clickOut } from '../clicks-out.ts';
import { hostOf } from './host-of.ts';

/** Several links to one host are numbered. */
const labelsOf = (links: readonly string[]) => {
  const hosts = links.map(hostOf);
  return hosts.map((host, at) => {
    const earlier = hosts.slice(0, at).filter((other) => other === host).length;
    return earlier === 0 ? host : `${host} (${earlier + 1})`;
  });
};

/** Where else a video can be watched. */
export function OtherLinks({ videoId, links }: { videoId: string; links: readonly string[] }) {
  if (links.length === 0) return null;
  const labels = labelsOf(links);
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 text-[15px]">
      {links.map((link, at) => (
        <li key={link}>
          <a
            className="inline-flex min-h-11 items-center text-muted underline decoration-line underline-offset-4 hover:text-text hover:decoration-current"
            href={link}
            rel="nofollow noopener external"
            {...clickOut('link', videoId)}
          >
            Also at {labels[at]}
          </a>
        </li>
      ))}
    </ul>
  );
}
