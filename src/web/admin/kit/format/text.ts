/** 'big-city' as 'Big city'. */
export const tagName = (name: string) => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
