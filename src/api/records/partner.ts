import type { NetworkRecord, Website, WebsiteTexts } from '#contract/partners.ts';
import type { ListedPartner, Partner } from '#domain/partners/partners.ts';
import type { Submission } from '#domain/partners/submissions.ts';
import type { PictureUrls } from '#domain/pictures/picture-urls.ts';

const timeOf = (date: Date | null) => date?.toISOString() ?? null;

/** A partner as admins get it. */
export const toNetworkRecord = (partner: Partner): NetworkRecord => ({
  _id: String(partner.id),
  name: partner.name,
  url: partner.url,
  logo: partner.logo,
  description: partner.description,
  category: partner.category,
  active: partner.active,
  email: partner.email,
  submittedAt: timeOf(partner.submittedAt),
  approvedAt: timeOf(partner.approvedAt),
  freeUntil: timeOf(partner.freeUntil),
  paidAt: timeOf(partner.paidAt),
  rejectedAt: timeOf(partner.rejectedAt),
  rejectReason: partner.rejectReason,
  version: partner.version,
  createdAt: partner.createdAt.toISOString(),
  updatedAt: partner.updatedAt.toISOString(),
});

/** A partner as visitors get it. */
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
