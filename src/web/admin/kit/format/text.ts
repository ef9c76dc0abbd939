/** 'big-city' as 'Big city'. */
export const tagName = (slug: string) => {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
