const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

export const dayLabel = (iso: string | null | undefined, missing = 'N/A') =>
  iso ? day.format(new Date(iso)) : missing;

export const momentLabel = (iso: string | null | undefined, missing = 'N/A') =>
  iso ? moment.format(new Date(iso)) : missing;
