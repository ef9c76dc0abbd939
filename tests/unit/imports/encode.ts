const tables = new Map<string, Map<string, number[]>>();

/** What each character is in an encoding, by decoding every byte and pair of bytes. */
const tableOf = (label: string): Map<string, number[]> => {
  const decoder = new TextDecoder(label);
  const table = new Map<string, number[]>();
  const isCharacter = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (text.includes('\ufffd') || [...text].length !== 1) return false;
    if (!table.has(text)) table.set(text, bytes);
    return true;
  };
  for (let first = 0x80; first < 256; first++) {
    // What is a character by itself is not the first half of another.
    if (isCharacter(first)) continue;
    for (let second = 0x30; second < 256; second++) isCharacter(first, second);
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
