const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  { seconds: day, from: 2 * day, one: 'day' },
  { seconds: hour, from: 90 * minute, one: 'hour' },
  { seconds: minute, from: 0, one: 'minute' },
];

/** Such as 45 minutes, 5.5 hours or 3 days. */
export const timeInWords = (seconds: number): string => {
  const unit = units.find(({ from }) => seconds >= from) ?? { seconds: minute, one: 'minute' };
  const count = Number((seconds / unit.seconds).toFixed(unit.seconds === minute ? 0 : 1));
  return `${count} ${unit.one}${count === 1 ? '' : 's'}`;
};
