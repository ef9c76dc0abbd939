const tables = new Map<string, Map<string, number[]>>();

/** What each character is in an encoding, by decoding every byte and pair of bytes. */
const tableOf = (label: string): Map<string, number[]> => {
  const decoder = new TextDecoder(label, { fatal: true });
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No character.
    }
  };
  for (let first = 0x80; first < 256; first++) {
    add(first);
    for (let second = 0x30; second < 256; second++) add(first, second);
  }
  return table;
};

/** A text in one of the encodings that TextDecoder knows. */
export const encode = (text: string, label: string): Buffer => {
  const table = tables.get(label) ?? tableOf(label);
  tables.set(label, table);
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = character < '\u0080' ? [character.charCodeAt(0)] : table.get(character);
      if (!bytes) throw new Error(`${label} has no ${character}.`);
      return bytes;
    }),
  );
};
