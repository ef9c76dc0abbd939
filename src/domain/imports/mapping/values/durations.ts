const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:\.\d+)?$/;
const iso = /^P(?:(\d+(?:\.\d+)?)D)?T?(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$/i;
const words =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std)[\s,:]*)?(?:(\d+(?:[.,]\d+)?)\s*(?:m|mins?|minutes?|')[\s,:]*)?(?:(\d+(?:[.,]\d+)?)\s*(?:s|secs?|seconds?|''|")\s*)?$/i;
const plain = /^\d{1,9}(?:[.,]\d+)?$/;

const numberOf = (text: string | undefined) => Number(text?.replace(',', '.') ?? 0);

/** The seconds of a duration such as 12:30, 1:02:30, PT12M30S, 12m30s, 12 min or, as a plain number, 750. Undefined if it is none. */
export const secondsOf = (text: string, unit: 'seconds' | 'minutes' = 'seconds'): number | undefined => {
  const given = text.trim();
  if (plain.test(given)) return numberOf(given) * (unit === 'minutes' ? 60 : 1);
  const byClock = clock.exec(given);
  if (byClock) {
    const [hours, minutes, seconds] = [numberOf(byClock[1]), numberOf(byClock[2]), numberOf(byClock[3])];
    // No clock shows 99:99:99; 90:00 is an hour and a half.
    const isTime = seconds < 60 && (hours === 0 || minutes < 60);
    return isTime ? hours * 3600 + minutes * 60 + seconds : undefined;
  }
  const [isoText, days, ...isoParts] = (given.length < 40 && iso.exec(given)) || [];
  const [wordText, ...wordParts] = (given.length < 40 && words.exec(given)) || [];
  if (!(isoText && /\d/.test(isoText)) && !wordText) return undefined;
  const [hours, minutes, seconds] = isoText ? isoParts : wordParts;
  return numberOf(days) * 86_400 + numberOf(hours) * 3600 + numberOf(minutes) * 60 + numberOf(seconds);
};

/** Whole minutes, as the catalogue keeps them; what is shorter than one counts as one. */
export const minutesOf = (seconds: number): number => (seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0);
