/** A share from 0 to 1: 25%, 0.5%, and <0.1% for what is more than nothing. */
export const percent = (share: number) => {
  if (share === 0) return '0%';
  return share < 0.001 ? '<0.1%' : `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
};
