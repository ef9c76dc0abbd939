import { useState } from 'react';

/** What was loaded last: a refresh that fails does not empty the screen. */
export const useLastLoaded = <T>(loaded: T | null): T | null => {
  const [last, setLast] = useState(loaded);
  if (loaded !== null && loaded !== last) setLast(loaded);
  return loaded ?? last;
};
