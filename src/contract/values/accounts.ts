import { limits } from './fields.ts';
import { invisibleCharacters } from './text.ts';

/** An ordinary admin may do what editors, moderators and finance may, but doesn't see who reported something. */
export const roles = ['main_admin', 'admin', 'editor', 'moderator', 'finance'] as const;
export type Role = (typeof roles)[number];

export type OrdinaryRole = Exclude<Role, 'main_admin'>;

export const roleLabels: Record<Role, string> = {
  main_admin: 'Main admin',
  admin: 'Admin',
  editor: 'Editor',
  moderator: 'Moderator',
  finance: 'Finance',
};

/** What each role is for, as the form of an account says it. */
export const roleDescriptions: Record<Role, string> = {
  main_admin: 'Everything, also accounts, settings, the system and the export of the whole catalogue',
  admin: 'What editors, moderators and finance may, without seeing who reported something',
  editor: 'Posts, stars, tags, imports, links, page texts and searches',
  moderator: 'Removals with their reporters, blocks, what stays down, records, submissions and mail',
  finance: 'Networks, submissions, results, channels and TeraBox links',
};

/** Besides main admins, who may do everything, these roles may make the calls of a section. */
const rolesBySection = {
  /** Every signed-in admin: their own account, the dashboard, and lists that many screens choose from. */
  admin: ['admin', 'editor', 'moderator', 'finance'],
  /** Changes posts, names, imports, links, texts and searches. */
  catalogue: ['admin', 'editor'],
  /** Reads posts in any state, and their records. */
  posts: ['admin', 'editor', 'moderator'],
  /** Decides cases, and says what may not be listed. */
  removals: ['admin', 'moderator'],
  /** Sees who reported something, mail to them, and exports the records of all posts. */
  identities: ['moderator'],
  submissions: ['admin', 'moderator', 'finance'],
  /** Networks, channels, TeraBox links and results. */
  partners: ['admin', 'finance'],
  /** What was deleted, each role of its own sections. */
  deleted: ['admin', 'editor', 'finance'],
  main_admin: [],
} as const satisfies Record<string, readonly Role[]>;

/** Who may make a call besides visitors, as its entry in the contract states it. */
export type Section = keyof typeof rolesBySection;
export const sections = Object.keys(rolesBySection) as Section[];

export const rolesOf = (section: Section): Role[] => ['main_admin', ...rolesBySection[section]];

export const mayUse = (role: Role, section: Section): boolean => rolesOf(section).includes(role);

const listed = new Intl.ListFormat('en', { type: 'conjunction' });
const plurals: Record<Role, string> = {
  main_admin: 'main admins',
  admin: 'admins',
  editor: 'editors',
  moderator: 'moderators',
  finance: 'finance',
};

/** Who may, in words: “editors, admins and main admins”. */
export const rolesInWords = (section: Section) =>
  listed.format(
    rolesOf(section)
      .toReversed()
      .map((role) => plurals[role]),
  );

/** Why a role may not make a call, and who can help. */
export const roleRefusal = (role: Role, section: Section): string =>
  section === 'main_admin'
    ? 'Only main admins can do this.'
    : `Your role is “${roleLabels[role]}”. This is for ${rolesInWords(section)}: ask a main admin for another role, or one of them to do it.`;

const { min, max } = limits.username;

/** Letters, digits, dots, dashes, underscores or inner spaces: the first and the last character are not spaces. */
export const usernamePattern = `^(?![^]*[${invisibleCharacters}])[\\p{L}\\p{N}_.-][\\p{L}\\p{N}_. -]{${min - 2},${max - 2}}[\\p{L}\\p{N}_.-]$`;

const regExp = new RegExp(usernamePattern, 'u');

export const isUsername = (text: string) => regExp.test(text);

/** Recommended by the forms; the required minimum is lower. */
export const recommendedPasswordLength = 12;

/** Characters as people count them: an emoji is one, not two UTF-16 units. */
export const passwordLength = (password: string) => [...password].length;

export const passwordTooShort = (min: number = limits.password.min) =>
  `Password must be at least ${min} characters long`;

export const refusedPasswords = {
  blank: 'The password must not consist only of spaces.',
  common: 'This password is one of the first that attackers try. Choose a less common one.',
  username: 'The password must not be the username.',
  email: 'The password must not be the email, nor the part before its @.',
  siteName: 'The password must not be the name of the site.',
  unchanged: 'The new password must differ from the current one.',
} as const;

/** A recovery code replaces either of them. */
export const secondFactors = ['authenticator_app', 'passkey'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** How long a password or passkey counts as a fresh proof of identity. */
export const proofMinutes = 10;

/** What a token may do: read lists and exports, change posts, import feeds. */
export const tokenScopes = ['read', 'posts', 'import'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The prefix of every token, by which people and secret scanners recognise one. */
export const tokenStart = 'mq_';

export const tokenLimits = {
  name: 60,
  perAdmin: 20,
  expiryDays: { max: 3650 },
  /** Drafts per day, and pictures per day, of a token that may only add drafts. */
  dailyLimit: { min: 1, max: 10_000, default: 100 },
};

/** Refusals that clients can handle. */
export const problemCodes = [
  'fresh_proof_required',
  'second_factor_required',
  'age_assurance_required',
  'country_closed',
] as const;
export type ProblemCode = (typeof problemCodes)[number];
