import { until } from './until.ts';

/** Rows of a partner's feed; numbers tell them apart. */
export const feedRow = (number: number, changes: Record<string, string> = {}) => ({
  id: `reel-${number}`,
  title: `Harbour lights ${number}`,
  url: `https://example.com/harbour/reel-${number}`,
  thumb: `https://example.com/thumbs/${number}.jpg`,
  tags: 'Harbour;Night',
  actors: 'Isla Torven',
  length: '12:30',
  ...changes,
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** A CSV file with a heading. */
export const csvFeed = (rows: Record<string, string>[]): Buffer<ArrayBuffer> => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names.join(','), ...rows.map((row) => names.map((name) => quoted(row[name] ?? '')).join(','))];
  return Buffer.from(`${lines.join('\n')}\n`);
};

export const feedRows = (count: number, from = 1) => Array.from({ length: count }, (_, place) => feedRow(from + place));

type Call = (method: 'GET', path: string) => Promise<unknown>;

/** Waits until an import has reached a state. */
export const whenImportIs = async (call: Call, id: string, state: string) => {
  let current: { state: string; error: string | null } | undefined;
  await until(async () => {
    ({ import: current } = (await call('GET', `/imports/${id}`)) as { import: NonNullable<typeof current> });
    if (current.state === 'failed' && state !== 'failed') throw new Error(`The import failed: ${current.error}`);
    return current.state === state;
  });
  return current as NonNullable<typeof current>;
};
