/** The screens' words for fields whose own name would not be understood. */
const labels: Record<string, string> = {
  performers: 'Stars',
  link: 'External link',
  homeTitle: 'Title of the home page',
  heading: 'Heading of the home page',
  playInPlace: 'Play videos on their page',
  leaveUrl: '“Leave” URL',
  accent: 'Accent colour',
  minPasswordLength: 'Minimum length of passwords',
  featuredPerformers: 'Featured performers',
  publishedAt: 'Published',
  isActive: 'Active',
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
