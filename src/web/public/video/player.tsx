/**
 * The player of the site that hosts a video. The sandbox lets it run its scripts under its own origin, but not open windows
 * nor navigate this page.
 */
export function Player({ title, url }: { title: string; url: string }) {
  return (
    <iframe
      ref={(frame) => frame?.focus()}
      src={url}
      title={`Player: ${title}`}
      sandbox="allow-scripts allow-same-origin"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className="block aspect-video w-full rounded-2xl bg-black"
    />
  );
}
