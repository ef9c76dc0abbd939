/** So many of the 77 migrations that the files of the first schema replaced; only the first and the last name count. */
export const replacedMigrations = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const middle = `${String(n).padStart(4, '0')}_old`;
    const name = n === 0 ? '0001_catalogue' : n === 76 ? '0095_references_per_statement' : middle;
    return { name, checksum: 'x' };
  });
