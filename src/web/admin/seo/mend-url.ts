/** Where an admin mends a page of the public site, if there is such a place. */
export const mendUrl = (path: string): string | undefined => {
  const [, kind, name = ''] = path.split('?')[0]?.split('/') ?? [];
  if (kind === 'video') return `/admin/posts?edit=${name.split('-')[0]}`;
  if (kind === 'tag') return `/admin/tag-videos/${name}`;
  if (kind === 'pornstar') return `/admin/star-videos/${name}`;
  return undefined;
};
