/** In minutes; null for when somebody asks for it. */
export const schedules: readonly (number | null)[] = [null, 15, 30, 60, 180, 360, 720, 1440, 10_080];

const every = (count: number, unit: string) => (count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`);

export const scheduleLabel = (minutes: number | null) => {
  if (minutes === null) return 'Not by itself';
  if (minutes % 10_080 === 0) return every(minutes / 10_080, 'week');
  if (minutes % 1440 === 0) return every(minutes / 1440, 'day');
  return minutes % 60 === 0 ? every(minutes / 60, 'hour') : every(minutes, 'minute');
};
