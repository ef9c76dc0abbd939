export const truncate = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);

/** 'big-city' as 'Big city'. */
export const tagName = (slug: string) => {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
