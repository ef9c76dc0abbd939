import type { NetworkRecord, Website, WebsiteTexts } from '#contract/partners.ts';
import type { ListedPartner, Partner } from '#domain/partners/partners.ts';
import type { Submission } from '#domain/partners/submissions.ts';
import type { PictureUrls } from '#domain/pictures/picture-urls.ts';
import { withIsoTimes } from './wire-values.ts';

/** A partner, for admins. */
export const toNetworkRecord = ({ id, ...partner }: Partner): NetworkRecord => ({
  _id: String(id),
  ...withIsoTimes(partner),
});

/** A partner, for visitors. */
export const toWebsite = (pictures: PictureUrls, partner: ListedPartner): Website => {
  const picture = pictures.of('partner', '', partner.logo);
  return {
    webName: partner.name,
    webLink: partner.url,
    webLogo: partner.logo,
    ...(picture && { webPicture: picture }),
    webDesc: partner.description,
    active: true,
  };
};

export const fromWebsiteForm = (texts: WebsiteTexts, logo: Buffer): Submission => ({
  name: texts.name,
  url: texts.link,
  email: texts.email,
  description: texts.description ?? '',
  logo,
});
