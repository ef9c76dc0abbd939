import { failureMessage, isNotFound, type Loaded } from '../session/failure.ts';

export interface LoadedRecord<T> extends Loaded<T | null> {
  /** Whether there is no such record, so that trying again is of no use. */
  isMissing: boolean;
}

/** Loads the record of a screen by the id in its URL, which may be anything. */
export const loadRecord = async <T>(
  id: string,
  load: (id: string) => Promise<T>,
  noun: string,
): Promise<LoadedRecord<T>> => {
  const missing = { data: null, problem: `There is no such ${noun}.`, isMissing: true };
  if (!/^\d{1,18}$/.test(id)) return missing;
  try {
    return { data: await load(id), isMissing: false };
  } catch (error) {
    if (isNotFound(error)) return missing;
    console.warn(error);
    return { data: null, problem: failureMessage(error, `Failed to fetch the ${noun}`), isMissing: false };
  }
};
