import type { PostPart } from '#contract/values/post-filter.ts';

const names: Partial<Record<PostPart, string>> = {
  livingLink: 'working link',
  records: 'complete records',
  rightsHolder: 'rights holder or records custodian',
  consent: 'consent statement',
  recordDate: 'date of the records',
};

/** What a post can lack, as people read it after "without". */
export const partName = (part: PostPart): string => names[part] ?? part;
