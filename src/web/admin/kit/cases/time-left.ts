const minuteMs = 60_000;

/** Two units at most: '3 h 20 min', '2 d 4 h', '12 min'. */
const span = (ms: number): string => {
  const minutes = Math.floor(ms / minuteMs);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts =
    days > 0 ? [days && `${days} d`, hours && `${hours} h`] : [hours && `${hours} h`, rest && `${rest} min`];
  return parts.filter(Boolean).join(' ') || 'less than a minute';
};

/** 'due in 3 h 20 min' or 'overdue by 2 h'. */
export const timeLeft = (dueAt: string, now: number): { text: string; isOverdue: boolean; isSoon: boolean } => {
  const left = Date.parse(dueAt) - now;
  return left <= 0
    ? { text: `overdue by ${span(-left)}`, isOverdue: true, isSoon: true }
    : { text: `due in ${span(left)}`, isOverdue: false, isSoon: left < 6 * 60 * minuteMs };
};
