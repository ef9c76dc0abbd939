interface Queryable {
  query: (text: string, values: unknown[]) => Promise<{ rows: { id: unknown }[] }>;
}

/** Inserts a video with plain SQL and returns its id. */
export const addVideo = async (on: Queryable, title: string, publishedAt = new Date()): Promise<number> => {
  const { rows } = await on.query(
    `insert into videos (title, category, image_url, link, published_at)
     values ($1, 'english', 'https://example.com/i', 'https://example.com/v', $2) returning id`,
    [title, publishedAt],
  );
  return Number(rows[0]?.id);
};
