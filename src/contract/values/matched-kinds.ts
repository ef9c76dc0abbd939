/** What besides posts is compared with prohibited terms, as the audit log names it. */
export const matchedKinds = [
  'tag',
  'star',
  'network',
  'channel',
  'file_link',
  'list_text',
  'synonym',
  'search_redirect',
] as const;
export type MatchedKind = (typeof matchedKinds)[number];
