/**
 * A backup is one line of text, so that anybody can see what the file is, and then one Zstandard stream of parts: a kind (one
 * character), a length (32 bits) and the content. The last part has the checksum of all before it.
 */
export const firstLine = 'Marquee backup, format 1\n';

/** Facts about a backup, before its tables. */
export interface BackupHeader {
  /** The version of Marquee that made it. */
  version: string;
  createdAt: string;
  /** What the schema was, by the names and checksums of the migrations that made it. */
  migrations: { name: string; checksum: string }[];
  tables: { name: string; columns: string[] }[];
}

export interface SequenceState {
  name: string;
  next: number;
}

/** Rows are bytes of COPY's binary format. They belong to the table before them. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; name: string }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'sequences'; sequences: SequenceState[] };

const letters = { header: 'H', table: 'T', rows: 'R', sequences: 'S' } as const;
export const endLetter = 'E';
export const prefixBytes = 5;

const contentOf = (part: BackupPart): Buffer => {
  if (part.kind === 'rows') return part.bytes;
  if (part.kind === 'table') return Buffer.from(part.name);
  return Buffer.from(JSON.stringify(part.kind === 'header' ? part.header : part.sequences));
};

const prefixOf = (letter: string, length: number): Buffer => {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.write(letter, 'latin1');
  prefix.writeUInt32BE(length, 1);
  return prefix;
};

export const encodePart = (part: BackupPart): Buffer[] => {
  const content = contentOf(part);
  return [prefixOf(letters[part.kind], content.length), content];
};

export const encodeEnd = (checksum: Buffer): Buffer[] => [prefixOf(endLetter, checksum.length), checksum];

/** Undefined for a kind that this version does not know. */
export const decodePart = (letter: string, content: Buffer): BackupPart | undefined => {
  if (letter === letters.rows) return { kind: 'rows', bytes: content };
  if (letter === letters.table) return { kind: 'table', name: content.toString() };
  if (letter === letters.header) return { kind: 'header', header: JSON.parse(content.toString()) as BackupHeader };
  if (letter === letters.sequences)
    return { kind: 'sequences', sequences: JSON.parse(content.toString()) as SequenceState[] };
  return undefined;
};
