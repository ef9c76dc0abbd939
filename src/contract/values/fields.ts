/** Lengths are in characters. */
export const limits = {
  url: 2000,
  email: 254,
  /** The email or username that an admin signs in with. */
  identifier: 254,
  username: { min: 3, max: 20 },
  password: { min: 6, max: 200 },
  /** Per admin. */
  passkeys: 20,
  passkeyName: 60,
  /** A code of an authenticator app, or a recovery code, possibly with spaces or dashes. */
  secondFactorCode: 40,
  /** Names and slugs in URLs and queries. Stored names are shorter. */
  name: 200,
  video: {
    title: 300,
    description: 10_000,
    altKeywords: 1000,
    embedCode: 5000,
    previews: 8,
    /** Links besides the preferred one. */
    otherLinks: 9,
    minutes: 100_000,
    tags: 100,
    performers: 50,
    tagName: 100,
    source: 500,
    rightsHolder: 300,
    consent: 2000,
  },
  block: { value: 300, reason: 1000 },
  recordImport: { bytes: 16 * 1024 * 1024, rows: 50_000, problems: 1000 },
  /** Files are uploaded in parts because requests time out after 30 seconds. */
  imports: {
    fileName: 200,
    partBytes: 8 * 1024 * 1024,
    columnName: 200,
    formatPath: 500,
    columnsPerField: 20,
    separator: 5,
    words: 500,
    word: 100,
    perHour: 10_000,
    dailyCap: 1_000_000,
  },
  performer: { name: 100, description: 10_000 },
  partner: { name: 200, description: 2000, rejectReason: 1000 },
  uploadedImage: { bytes: 2 * 1024 * 1024, side: 4096, avifSide: 2048 },
  channel: { name: 200, description: 2000, subscribers: 100_000_000_000 },
  fileLink: { title: 300, description: 2000, size: 50 },
  synonyms: { word: 60, words: 20, groups: 1000 },
  postViews: { name: 60, query: 2000, entries: 200 },
  /** `hashes` limits all lists together; the others apply to each list. */
  hashLists: {
    name: 100,
    bytes: 24 * 1024 * 1024,
    lines: 1_000_000,
    lineLength: 80,
    badLines: 100,
    entries: 20,
    hashes: 2_000_000,
  },
  links: {
    /** Links in one request. */
    chosen: 500,
    pattern: 500,
  },
  stayDown: { reason: 500 },
  searchRedirects: { text: 100, path: 500, entries: 1000 },
  cases: { sender: 200, reason: 3000, question: 3000, note: 5000, name: 200, statement: 10_000, urls: 1000 },
  listText: { title: 120, description: 300, introduction: 3000 },
  /** A text that an admin tries against the prohibited terms. */
  triedText: 5000,
  /** Of the parts of settings; describedSettings has those of all others. */
  settings: {
    /** Per decision. The text must fit into a decision's reason and into a question. */
    caseReasons: { count: 30, title: 60, text: 2000 },
    pageText: 20_000,
    operator: { name: 200, address: 500, phone: 40 },
    sponsoredLabel: 60,
    banners: 20,
    featuredPerformers: 11,
    backups: { days: { min: 1, max: 365 }, weeks: { min: 0, max: 260 }, months: { min: 0, max: 120 } },
  },
  /** For search boxes. The API truncates longer text. */
  search: 300,
} as const;

// Error messages of fields, shared by the contract's validation, the domain and the forms.

const article = (label: string) => (/^[aeio]/i.test(label) ? 'an' : 'a');

export const enter = (label: string) => `Enter ${article(label)} ${label}.`;
export const choose = (label: string) => `Choose ${article(label)} ${label}.`;
/** With thousands separators: 10,000. */
export const numeral = (value: number) => value.toLocaleString('en-US');
export const tooLong = (subject: string, maxLength: number) =>
  `${subject} may have at most ${numeral(maxLength)} characters.`;
export const unknownField = (name: string) => `${name} is not a known field.`;
export const invalidText = (label: string) => `The ${label} must not contain control characters or invalid Unicode.`;
export const invalidWebUrl = (label: string) =>
  `The ${label} must be a full URL such as https://example.com/page, without spaces or quotes.`;
export const invalidUrlOrPath = (label: string) =>
  `The ${label} must be a full URL such as https://example.com/page, or a path such as /images/logo.png, without spaces or quotes.`;
export const invalidTime = (name: string) => `${name} must be a time such as 2026-01-31T12:00:00Z.`;

export const invisibleCharacter = (label: string) =>
  `The ${label} must not contain invisible characters. Type it instead of pasting it.`;
export const invalidEmail = 'Enter an email address such as name@example.com.';
export const usernameLength = `${limits.username.min} to ${limits.username.max}`;
export const invalidUsername = `Usernames have ${usernameLength} characters: letters, digits, dots, dashes, underscores and inner spaces.`;
export const mixedAlphabets = 'Usernames must not mix letters of different alphabets within a word.';
export const reservedUsername = 'This username is reserved. Choose another one.';
export const lookAlikeEmail = 'The email has letters that only look like others. Type it instead of pasting it.';
export const noPublishAt = 'Choose when to publish the post.';
export const publishAtPassed = 'Choose a time in the future, or publish the post now.';
export const isWithheld =
  'This post is withheld from visitors. Decide its case or lift its block first; its other fields can be saved.';
export const publishAtOfOthers = 'Only a scheduled post has a time of publication.';
export const noSuchPartner = 'There is no such network.';
export const uploadedImageMegabytes = limits.uploadedImage.bytes / 1024 / 1024;
export const logoTooLarge = `The logo may be at most ${uploadedImageMegabytes} MB.`;
export const imageTooLarge = `The image may be at most ${uploadedImageMegabytes} MB.`;
export const imageMissing = 'Choose an image to upload.';
export const logoMissing = 'Please upload a logo image';
