import { recordLabels } from './record-parts.ts';

/** The screens' words for fields whose own name would not be understood. */
const labels: Record<string, string> = {
  performers: 'Stars',
  link: 'External link',
  links: 'All links',
  homeTitle: 'Title of the home page',
  heading: 'Heading of the home page',
  playInPlace: 'Play videos on their page',
  imageProxy: 'Image proxy',
  leaveUrl: '“Leave” URL',
  accent: 'Accent colour',
  minPasswordLength: 'Minimum length of passwords',
  featuredPerformers: 'Featured performers',
  publishedAt: 'Published',
  isActive: 'Active',
  hostMirrors: 'Hosts that are mirrors of each other',
  checkLinks: 'Check the links of posts',
  linkRequestsPerHour: 'Requests an hour',
  linkPauseSeconds: 'Seconds between requests',
  hideDeadPosts: 'Hide posts without a working link',
  removedTexts: 'Signs of removed videos',
  caseReasons: 'Reasons of decisions',
  requireRecords: 'Publish posts with complete records only',
  moreUrls: 'More URLs',
  ...recordLabels,
};

/** The label of a field of the audit log: 'imageUrl' as 'Image URL', 'expires_at' as 'Expires at'. */
export const fieldLabel = (field: string) => {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(url|ip)\b/g, (word) => word.toUpperCase());
  return labels[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** Change with every save, and say nothing about what was changed. */
const bookkeeping = ['version', 'updatedAt', 'updated_at'];

/** The database stores fields by the length of their names; people look for what a record is called first. */
const fieldOrder = (field: string) => (field === 'title' || field === 'name' ? 0 : 1);

/** A stored value as people read it; undefined for nothing. */
const readable = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export interface ChangedField {
  field: string;
  label: string;
  before: string | undefined;
  after: string | undefined;
}

/** The fields that a change gave another value, as people read them. */
export const changedFields = ({
  before,
  after,
}: {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}): ChangedField[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !bookkeeping.includes(field))
    .sort((one, other) => fieldOrder(one) - fieldOrder(other))
    .map((field) => ({
      field,
      label: fieldLabel(field),
      before: readable(before?.[field]),
      after: readable(after?.[field]),
    }))
    .filter((field) => field.before !== field.after);
