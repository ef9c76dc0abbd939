import type { BackOffice } from './back-office-site.ts';
import { type NewCase, openCase } from './open-case.ts';

/** Posts that somebody reports, and the cases about them. */
export const reportedPosts = (office: BackOffice, title = 'Reported pier', firstPicture = 900) => {
  let posts = 0;
  return {
    add: async () => {
      posts += 1;
      const titel = `${title} ${posts}`;
      const link = `https://example.com/watch/${titel.toLowerCase().replaceAll(' ', '-')}`;
      const body = { imageUrl: `/art/${firstPicture + posts}.svg`, titel, link, Category: 'viral' };
      return { id: (await office.call('POST', '/postdata', body)).json().post._id as string, titel };
    },
    report: (made: NewCase) => openCase(office.site, made),
    readCase: async (id: string) => (await office.call('GET', `/removals/${id}`)).json().case,
    statusFor: async (video: string) => (await fetch(`${office.site.url}/video/${video}`)).status,
  };
};
