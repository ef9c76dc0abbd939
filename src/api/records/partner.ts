import type { NetworkRecord } from '#contract/networks.ts';
import type { Website } from '#contract/partners.ts';
import { ValidationError } from '#domain/errors.ts';
import type { ListedPartner } from '#domain/partners/listed-partners.ts';
import type { Partner } from '#domain/partners/partners.ts';

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
export const toWebsite = ({ name, url, logo, description }: ListedPartner): Website => ({
  webName: name,
  webLink: url,
  webLogo: logo,
  webDesc: description,
  active: true,
});

/** The texts of a submission by their names in the form. */
export const submissionFields: ReadonlyMap<string, 'name' | 'url' | 'email' | 'description'> = new Map([
  ['name', 'name'],
  ['link', 'url'],
  ['email', 'email'],
  ['description', 'description'],
]);

/** Validation errors name the fields as the form does. */
export const withFormFields = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ValidationError && error.fields?.url)) throw error;
    const { url: link, ...others } = error.fields;
    throw new ValidationError(error.message, { link, ...others });
  }
};
