/** The site's slug rule: lowercase, runs of white space to one hyphen, then only a-z, 0-9 and hyphens. */
export const slugOf = (text: string) =>
  // Fast path: most inputs are slugs already.
  /^[a-z0-9-]*$/.test(text)
    ? text
    : text
        .toLowerCase()
        .replace(/\s+/g, '-')
        .replace(/[^a-z0-9-]/g, '');

/** Slug of a video's title: trimmed first, otherwise the same rule. */
export const titleSlugOf = (title: string) => slugOf(title.trim());
