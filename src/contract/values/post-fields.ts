import { limits } from './fields.ts';
import { tidyTitle } from './names.ts';

/** Where the form of a post has its plain texts: first, after the image, or last. */
export type FormSection = 'start' | 'image' | 'end';

/** What is said about each field of a post, whatever it holds. */
interface Described {
  /** How the API and exported files spell it. */
  wire: string;
  /** On forms and in the audit log. */
  label: string;
  /** Within sentences, such as “alt keywords” in an error message. */
  noun: string;
  /** Whether the form and the API can change it. */
  isEdited: boolean;
  /** Whether feeds can set it. What feeds can set is exported, so that an exported catalogue can be imported again. */
  isImported: boolean;
  /** The label of a feed's field, if it is another one. */
  feedLabel?: string;
}

/**
 * A plain text in a column of `videos` that visitors can read. It needs nothing but its description here, a migration and the column
 * in `src/db/catalogue-tables.ts`.
 */
interface TextField extends Described {
  kind: 'text';
  isEdited: true;
  isImported: true;
  column: string;
  maxLength: number;
  isRequired: boolean;
  /** Whether searches find posts by its words. */
  isSearched: boolean;
  /** The names of columns that hold it in feeds, the most specific first; without case, spaces and punctuation. */
  feedNames: string;
  /** Where the form has it. */
  section: FormSection;
  /** The height of its input. */
  rows: number;
  hint?: string;
}

/** A part of a post's records (`video_records`), which only admins see. Bulk changes set all of them together. */
interface RecordField extends Described {
  kind: 'record';
}

/** A field that is more than a text, so that most of what handles posts has code for it. */
interface OwnField extends Described {
  kind: 'own';
  /** Whether it is checked for prohibited terms and blocks, which all that visitors can read or follow must be. */
  listedAs: 'text' | 'link' | undefined;
}

type PostField = TextField | RecordField | OwnField;

const text = { kind: 'text', isEdited: true, isImported: true, isRequired: false, isSearched: false, rows: 1 } as const;
const record = { kind: 'record', isEdited: true, isImported: true } as const;
const own = { kind: 'own', isEdited: true, isImported: true, listedAs: undefined } as const;

/**
 * The fields of a post, each described once. The contract, the listing check, imports, exports, the search index, the audit log and
 * the forms follow from this table (decision 073); CONTRIBUTING.md says how to add a field. A new field goes to the end, because
 * imports store a hash of each field by its place.
 */
export const postFields = {
  title: {
    ...text,
    wire: 'titel',
    label: 'Title',
    noun: 'title',
    column: 'title',
    maxLength: limits.video.title,
    isRequired: true,
    isSearched: true,
    feedNames:
      'title titel videotitle posttitle scenetitle cliptitle movietitle mediatitle titleen name videoname scenename headline caption subject titulo titre',
    section: 'start',
  },
  link: { ...own, wire: 'link', label: 'External link', noun: 'link', feedLabel: 'Link', listedAs: 'link' },
  otherLinks: { ...own, wire: 'otherLinks', label: 'Other links', noun: 'other links', listedAs: 'link' },
  imageUrl: { ...own, wire: 'imageUrl', label: 'Image URL', noun: 'image', feedLabel: 'Picture', listedAs: 'link' },
  description: {
    ...text,
    wire: 'desc',
    label: 'Description',
    noun: 'description',
    column: 'description',
    maxLength: limits.video.description,
    feedNames:
      'description desc descr mediadescription contentencoded content summary itunessummary longdescription shortdescription text body details about synopsis plot story overview info',
    section: 'end',
    rows: 3,
  },
  tags: { ...own, wire: 'tags', label: 'Tags', noun: 'tags', listedAs: 'text' },
  performers: { ...own, wire: 'name', label: 'Stars', noun: 'stars', listedAs: 'text' },
  category: { ...own, wire: 'Category', label: 'Category', noun: 'category' },
  minutes: { ...own, wire: 'minutes', label: 'Minutes', noun: 'length', feedLabel: 'Duration' },
  publishedAt: {
    ...own,
    wire: 'publishedAt',
    label: 'Published',
    noun: 'date',
    feedLabel: 'Publication time',
    isEdited: false,
  },
  views: { ...own, wire: 'views', label: 'Views', noun: 'views', isEdited: false },
  iframeUrl: {
    ...own,
    wire: 'iframeUrl',
    label: 'Iframe URL',
    noun: 'embed code',
    feedLabel: 'Embed code',
    listedAs: 'link',
  },
  previewUrls: {
    ...own,
    wire: 'previewUrls',
    label: 'Preview URLs',
    noun: 'previews',
    feedLabel: 'Preview pictures',
    listedAs: 'link',
  },
  altKeywords: {
    ...text,
    wire: 'altKeywords',
    label: 'Alt keywords',
    noun: 'alt keywords',
    column: 'alt_keywords',
    maxLength: limits.video.altKeywords,
    feedNames: 'altkeywords alternativekeywords seokeywords metakeywords',
    section: 'image',
    hint: 'Describes the image. Defaults to the title.',
  },
  partner: { ...own, wire: 'partner', label: 'Network', noun: 'network' },
  state: { ...own, wire: 'state', label: 'State', noun: 'state' },
  source: { ...record, wire: 'source', label: 'Source', noun: 'source', feedLabel: 'Record: source' },
  rightsHolder: {
    ...record,
    wire: 'rightsHolder',
    label: 'Rights holder or records custodian',
    noun: 'rights holder',
    feedLabel: 'Record: rights holder',
  },
  consent: { ...record, wire: 'consent', label: 'Consent', noun: 'consent', feedLabel: 'Record: consent' },
  recordDate: {
    ...record,
    wire: 'recordDate',
    label: 'Date of the records',
    noun: 'date of the records',
    feedLabel: 'Record: date',
  },
  publishAt: { ...own, wire: 'publishAt', label: 'Publish at', noun: 'publication time', isImported: false },
} as const satisfies Record<string, PostField>;

type Fields = typeof postFields;
export type PostFieldName = keyof Fields;
/** The names of the fields with these properties. */
type NamesWith<Properties> = {
  [Name in PostFieldName]: Fields[Name] extends Properties ? Name : never;
}[PostFieldName];

export type PostText = NamesWith<{ kind: 'text' }>;
type RequiredText = NamesWith<{ kind: 'text'; isRequired: true }>;
type OptionalText = Exclude<PostText, RequiredText>;
export type RecordPart = NamesWith<{ kind: 'record' }>;
export type EditedField = NamesWith<{ isEdited: true }>;
export type ImportedField = NamesWith<{ isImported: true }>;
export type WireName<Name extends PostFieldName> = Fields[Name]['wire'];
/** The API's names of the fields of a kind that the form and the API can change. */
export type EditedOnWire<Kind extends PostField['kind']> = WireName<NamesWith<{ kind: Kind; isEdited: true }>>;
/** The fields with code of their own that visitors can read, or whose URLs they can follow. */
export type ListedField<As extends 'text' | 'link'> = NamesWith<{ kind: 'own'; listedAs: As }>;

const describedNames = Object.keys(postFields) as PostFieldName[];
const namesOf = <Name extends PostFieldName>(has: (field: PostField) => boolean) =>
  describedNames.filter((name): name is Name => has(postFields[name]));

export const postTexts = namesOf<PostText>(({ kind }) => kind === 'text');
export const requiredTexts = postTexts.filter((name) => postFields[name].isRequired) as RequiredText[];
export const optionalTexts = postTexts.filter((name) => !postFields[name].isRequired) as OptionalText[];
/** The texts besides the title whose words searches find. */
export const otherSearchedTexts = postTexts.filter((name) => name !== 'title' && postFields[name].isSearched);
export const recordParts = namesOf<RecordPart>(({ kind }) => kind === 'record');
export const editedFields = namesOf<EditedField>(({ isEdited }) => isEdited);
export const importedFields = namesOf<ImportedField>(({ isImported }) => isImported);

/** An object with a value for each of these fields. */
export const byName = <Name extends PostFieldName, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;

/** An object with a value for each of these fields, by the API's names. */
export const byWireName = <Name extends PostFieldName, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [postFields[name].wire, read(name)])) as Record<WireName<Name>, Value>;

export const fieldLabels = byName(describedNames, (name) => postFields[name].label);

const ofSection = (section: FormSection) =>
  postTexts.flatMap((name) => {
    const field: TextField = postFields[name];
    return field.section === section ? [{ ...field, name }] : [];
  });

/** The inputs for plain texts, by where the form has them. */
export const textsOfForm = { start: ofSection('start'), image: ofSection('image'), end: ofSection('end') };

/** The plain texts of a post. */
export type PostTexts = Record<PostText, string>;
/** The plain texts of a post by the API's names. */
export type WireTexts = { [Text in PostText as WireName<Text>]: string };

const wireNames = postTexts.map((name) => [name, postFields[name].wire] as const);

export const toWireTexts = (texts: PostTexts): WireTexts => {
  const record: Partial<WireTexts> = {};
  for (const [name, wire] of wireNames) record[wire] = texts[name];
  return record as WireTexts;
};

/** Texts that are missing on the wire are undefined. */
export const fromWireTexts = <Given extends { [Wire in keyof WireTexts]?: string | undefined }>(record: Given) => {
  const texts: { [Text in PostText]?: string | undefined } = {};
  for (const [name, wire] of wireNames) texts[name] = record[wire];
  return texts as { [Text in PostText]: Given[WireName<Text>] };
};

/** Normalises a text of a post for storing. */
export const tidyText = (name: PostText, text: string) => (name === 'title' ? tidyTitle(text) : text.trim());
