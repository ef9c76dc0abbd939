import { lowerFirst } from '../text.ts';

/** The parts of the settings form, in its order. A note stands above the inputs. */
export const settingSections = {
  site: { title: 'Site' },
  sponsoredLink: { title: 'Sponsored link' },
  submissions: { title: 'Submitted websites' },
  admins: { title: 'Admins' },
  vulnerabilities: { title: 'Vulnerability reports' },
  removals: { title: 'Removals' },
  records: { title: 'Records' },
  links: { title: 'Links of posts' },
  ageRules: { title: 'Age rules' },
  terms: {
    title: 'What may never be listed',
    note: 'Terms about minors, acts against somebody’s will, animals and real violence are always refused, however they are spelled. Visitors who search for them are shown where to find help. Add your own terms here.',
  },
  backups: { title: 'Backups' },
  crawlers: { title: 'Search engines and crawlers' },
  operator: { title: 'Operator' },
  footer: { title: 'Footer' },
  banners: { title: 'Promotional banner' },
} satisfies Record<string, { title: string; note?: string }>;

export type SettingSection = keyof typeof settingSections;

/** What every setting has, however it is entered. */
interface SettingBase {
  /** Where the form has it. */
  section: SettingSection;
  /** Its name in the form, the audit log and the documentation. */
  label: string;
  /** Its name in error messages, after “The”; by default, the label. */
  subject?: string;
  /** Shown below the input. */
  help?: string;
  /** What the documentation of the API and of operations says; by default, the help. */
  description?: string;
  /** Whether visitors get it: public pages show it or depend on it. */
  isPublic: boolean;
  /**
   * Whether changing it needs a fresh proof: if it controls who may sign in, who is told about vulnerabilities, where
   * the server connects to, or which backups are removed.
   */
  needsProof?: true;
  /** Takes half of the form's width, beside the next one. */
  isHalf?: true;
}

interface TextKind {
  default: string;
  maxLength: number;
  isRequired?: true;
}

/** The kinds of settings that the form and the API handle by their description alone. */
interface PlainKinds {
  checkbox: { default: boolean };
  number: { default: number; min: number; max: number };
  line: TextKind & {
    /** Refused by the form only, because earlier versions stored such texts. */
    mayHaveBreaks?: true;
  };
  paragraph: TextKind & { rows: number; format?: { pattern: string; invalid: string } };
  /** One entry per line. */
  lines: { default: string[]; item: string; maxCount: number; maxLength: number };
  color: { default: string };
  email: { default: string };
  'https url': { default: string };
  'email or https url': { default: string };
  'url or path': { default: string };
  'time zone': { default: string; maxLength: number };
}

export type PlainInput = keyof PlainKinds;
/** A setting of a plain kind. Of `configuredBy`, an environment variable, the server takes its default. */
export type PlainSetting<Input extends PlainInput = PlainInput> = {
  [I in Input]: SettingBase & { input: I; configuredBy?: string } & PlainKinds[I];
}[Input];

/** A setting with a schema (contract/settings.ts) and an input (web/admin/settings/special-inputs.tsx) of its own. */
export interface SpecialSetting extends SettingBase {
  input: 'special';
  /** Missing if it is long: default-settings.ts has it, so that screens that only show labels don't load it. */
  default?: unknown;
  /** For the documentation. */
  limits?: string;
  /** Labels of its parts, if two admins can edit different parts at once. */
  parts?: Readonly<Record<string, string>>;
}

export type Setting = PlainSetting | SpecialSetting;

/** The name of a setting in error messages, after “The”. */
export const subjectOf = ({ subject, label }: Setting): string => subject ?? lowerFirst(label);

/** A single sentence ends without a period, like the other descriptions of the API. */
export const descriptionOf = ({ description, help }: Setting): string | undefined =>
  description ?? (help?.indexOf('.') === help?.lastIndexOf('.') ? help?.replace(/\.$/, '') : help);
