import { infoPages } from '#contract/values/info-pages.ts';

/** The pages about the site itself. */
export const aboutLinks = ({ publishTransparency }: { publishTransparency: boolean }) => [
  ...Object.values(infoPages).map(({ title, path }) => ({ label: title, to: path })),
  ...(publishTransparency ? [{ label: 'Transparency', to: '/transparency' }] : []),
];
