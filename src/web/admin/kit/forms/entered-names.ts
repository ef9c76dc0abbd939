import { fullCount } from '../format/counts.ts';

interface NameLimits {
  maxNames: number;
  maxLength: number;
}

/** What separates names in a list that is typed or pasted. */
export const separator = /[,;\n\r]/;

/** Splits what was typed into names that can be added and the rest, which has too many or too long ones. */
export const enteredNames = (text: string, chosen: string[], { maxNames, maxLength }: NameLimits) => {
  const entered = text.split(separator).map((name) => name.trim());
  const added = [...new Set(entered)].filter((name) => name !== '' && !chosen.includes(name));
  const short = added.filter(({ length }) => length <= maxLength);
  const room = Math.max(maxNames - chosen.length, 0);
  const fitting = short.slice(0, room);
  return { fitting, rest: added.filter((name) => !fitting.includes(name)).join(', ') };
};

/** Why what is in the field cannot be added. */
export const noteOn = (text: string, chosen: string[], { maxNames, maxLength }: NameLimits) => {
  const tooLong = text.split(separator).find((name) => name.trim().length > maxLength);
  if (tooLong !== undefined)
    return `${fullCount(tooLong.trim().length)} of ${fullCount(maxLength)} characters: shorten it.`;
  return chosen.length >= maxNames ? `At most ${maxNames}. Remove one to add another.` : undefined;
};
