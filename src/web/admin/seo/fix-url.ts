import type { ListKind } from '#contract/values/list-kinds.ts';

const kindOfPath: Record<string, ListKind> = { tag: 'tag', pornstar: 'performer', category: 'category' };

/** Where an admin fixes a page of the public site: a video itself, the texts of a list. */
export const fixUrl = (path: string): string => {
  const [, first = '', name = ''] = (path.split('?')[0] ?? '').split('/');
  if (first === 'video') return `/admin/posts?edit=${name.split('-')[0]}`;
  const kind = kindOfPath[first];
  return kind ? `/admin/page-texts?kind=${kind}&search=${name}` : '/admin/page-texts';
};
